# SPDX-License-Identifier: GPL-3.0-only
"""Clients that leave, dawdle or speak no HTTP at all."""
import random
import socket
import struct
import time
import urllib.parse

WHOLE = (b"POST /api/v4/projects/1/merge_requests HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: author-token\r\n"
         b"Content-Type: application/json\r\nContent-Length: 66\r\n\r\n"
         b'{"title": "t", "source_branch": "feat/1", "target_branch": "main"}')
COMMIT_BODY = b'{"branch":"feat/2","start_branch":"main","force":true,"commit_message":"m","actions":[{"action":"update","file_path":"README.md","content":"c"}]}'
COMMIT = (b"POST /api/v4/projects/1/repository/commits HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: author-token\r\n"
          b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(COMMIT_BODY)) + COMMIT_BODY
GET = b"GET /api/v4/projects/1/merge_requests HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: author-token\r\n\r\n"
MERGE = (b"PUT /api/v4/projects/1/merge_requests/%d/merge HTTP/1.1\r\nHost: h\r\nPRIVATE-TOKEN: maintainer-token\r\n"
         b"Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
PUSH = (b"POST /peers/c1.git/git-receive-pack HTTP/1.1\r\nHost: h\r\nAuthorization: Basic b2F1dGgyOmF1dGhvci10b2tlbg==\r\n"
        b"Content-Type: application/x-git-receive-pack-request\r\nTransfer-Encoding: chunked\r\n\r\n")


class Rude:
    def __init__(self, twin, seed):
        self.random = random.Random(seed)
        self.twin = twin

    def connect(self, port=None):
        url = urllib.parse.urlsplit(port or self.random.choice([self.twin.api, self.twin.api, self.twin.admin_url]))
        return socket.create_connection((url.hostname, url.port), 10)

    def one(self):
        how = self.random.choice([self.half_request, self.leaves_before_the_answer, self.half_answer, self.no_http, self.many_at_once,
                                  self.bad_chunks, self.half_push, self.slow, self.expects])
        try:
            with self.connect(self.twin.api if how not in (self.half_request, self.no_http) else None) as peer:
                how(peer)
                if self.random.random() < 0.5: # gone without a goodbye
                    peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        except (ConnectionError, TimeoutError):
            pass

    def whole(self):
        return self.random.choice([WHOLE, COMMIT, GET, MERGE % self.random.randrange(1, 8)])

    def half_request(self, peer):
        whole = self.whole()
        peer.sendall(whole[:self.random.randrange(len(whole))])

    def leaves_before_the_answer(self, peer):
        peer.sendall(self.whole())

    def half_answer(self, peer):
        peer.sendall(self.whole())
        peer.recv(self.random.randrange(1, 100))

    def no_http(self, peer):
        peer.sendall(self.random.choice([
            b"\0" * 200, b"\x16\x03\x01\x02\x00\x01", b"\r\n\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 20000,
            b"GET / HTTP/1.1\r\n" + b"X: y\r\n" * 2000 + b"\r\n", b"GET /" + b"x" * 20000 + b" HTTP/1.1\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            b"POST / HTTP/1.1\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"GET / HTTP/1.1\r\n bad: fold\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]))
        peer.settimeout(1)
        peer.recv(1000)

    def many_at_once(self, peer):
        peer.sendall(b"".join(self.whole() for _ in range(self.random.randrange(2, 20))))
        if self.random.random() < 0.5:
            peer.settimeout(5)
            peer.recv(100000)

    def bad_chunks(self, peer):
        head = WHOLE.split(b"Content-Length")[0] + b"Transfer-Encoding: chunked\r\n\r\n"
        peer.sendall(head + self.random.choice([b"zz\r\n", b"ffffffffffffffff\r\nx", b"5\r\nabc", b"-1\r\n\r\n", b"3\r\nabcd\r\n0\r\n\r\n"]))
        peer.settimeout(1)
        peer.recv(1000)

    def half_push(self, peer):
        garbage = self.random.randbytes(self.random.randrange(1, 5000))
        peer.sendall(PUSH + b"%x\r\n" % len(garbage) + garbage + b"\r\n" + self.random.choice([b"", b"0\r\n\r\n", b"5\r\n00"]))
        if self.random.random() < 0.5:
            peer.settimeout(5)
            peer.recv(1000)

    def slow(self, peer):
        """A byte at a time; the pace is the point here, no condition could stand for it."""
        for byte in self.whole()[:self.random.randrange(5, 60)]:
            peer.sendall(bytes([byte]))
            time.sleep(0.02)

    def expects(self, peer):
        head, _, body = COMMIT.partition(b"\r\n\r\n")
        peer.sendall(head + b"\r\nExpect: 100-continue\r\n\r\n")
        peer.settimeout(5)
        peer.recv(100)
        peer.sendall(body[:self.random.randrange(len(body) + 1)])
