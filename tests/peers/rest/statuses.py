# SPDX-License-Identifier: GPL-3.0-only
"""Statuses and headers on the wire, byte for byte."""
import json
import socket
import urllib.parse

from rest.check import Check, curl


class Heads(Check):
    def test_head_tells_that_a_branch_exists(self):
        answer = curl(f"{self.home}/repository/branches/main", "--head")
        self.assertEqual((answer.status, answer.body), (204, b""))

    def test_head_tells_that_a_branch_is_missing(self):
        self.assertEqual(curl(f"{self.home}/repository/branches/none", "--head").status, 404)

    def test_head_tells_all_about_a_file(self):
        answer = curl(f"{self.home}/repository/files/bindings%2Fa.yaml?ref=main", "--head")
        self.assertEqual((answer.status, answer.body), (200, b""))
        said = {name.removeprefix("x-gitlab-"): value for name, value in answer.headers.items() if name.startswith("x-gitlab-")}
        self.assertEqual((said["file-name"], said["file-path"], said["size"], said["ref"]), ("a.yaml", "bindings/a.yaml", "5", "main"))
        self.assertEqual((said["commit-id"], said["last-commit-id"]), (self.project.head, self.project.head))
        self.assertEqual(said["encoding"], "base64")

    def test_reading_a_file_carries_the_same_headers(self):
        answer = curl(f"{self.home}/repository/files/bindings%2Fa.yaml?ref=main")
        self.assertEqual(answer.headers["x-gitlab-content-sha256"], answer.json["content_sha256"])
        self.assertEqual(answer.headers["x-gitlab-blob-id"], answer.json["blob_id"])


class Statuses(Check):
    def test_the_content_type_is_exactly_json(self):
        self.assertEqual(curl("/api/v4/version").headers["content-type"], "application/json")

    def test_an_answer_names_its_request(self):
        first, second = (curl("/api/v4/version").headers["x-request-id"] for _ in range(2))
        self.assertNotEqual(first, second)
        self.assertRegex(curl("/api/v4/version").headers["x-runtime"], r"^\d+\.\d+$")

    def test_the_version_is_not_told_to_strangers(self):
        self.assertEqual(curl("/api/v4/version", token=None).status, 401)

    def test_an_unknown_route_is_not_found(self):
        answer = curl("/api/v4/nonsense")
        self.assertEqual((answer.status, answer.json), (404, {"error": "404 Not Found"}))

    def test_an_unsupported_method_is_told(self):
        answer = curl("/api/v4/version", "--request", "POST", "--json", "{}")
        self.assertIn(answer.status, (404, 405))

    def test_a_closed_merge_request_says_so_in_the_list(self):
        mr = self.opened()
        answer = curl(f"{self.home}/merge_requests/{mr['iid']}", "--request", "PUT", "--json", '{"state_event": "close"}')
        self.assertEqual((answer.status, answer.json["state"]), (200, "closed"))
        for state, expected in (("closed", [1]), ("opened", []), ("all", [1]), ("merged", [])):
            self.assertEqual([found["iid"] for found in curl(f"{self.home}/merge_requests?state={state}").json], expected)

    def test_an_update_without_any_change_is_refused(self):
        mr = self.opened()
        self.assertEqual(curl(f"{self.home}/merge_requests/{mr['iid']}", "--request", "PUT", "--json", "{}").status, 400)

    def test_two_racing_merges_have_one_effect(self):
        mr = self.opened()
        url = urllib.parse.urlsplit(self.project.twin.api)
        body = json.dumps({"sha": mr["sha"]}).encode()
        request = (f"PUT {self.home}/merge_requests/{mr['iid']}/merge HTTP/1.1\r\nHost: {url.netloc}\r\n"
                   f"PRIVATE-TOKEN: maintainer-token\r\nContent-Type: application/json\r\nConnection: close\r\n"
                   f"Content-Length: {len(body)}\r\n\r\n").encode() + body
        with self.intent("merge"):
            racers = [socket.create_connection((url.hostname, url.port), 60) for _ in range(4)]
            for racer in racers:
                racer.sendall(request)
            statuses = sorted(int(self.whole(racer).split()[1]) for racer in racers)
        self.assertEqual(statuses[0], 200)
        self.assertLessEqual(set(statuses[1:]), {405, 422})

    def whole(self, racer):
        with racer:
            received = b""
            while piece := racer.recv(65536):
                received += piece
        return received

    def test_a_connection_carries_many_requests(self):
        answer = curl("/api/v4/version", self.project.twin.api + "/api/v4/user", "--header", "PRIVATE-TOKEN: author-token")
        self.assertEqual((answer.raw.count(b"HTTP/1.1 200"), answer.new_connections), (2, 0))
