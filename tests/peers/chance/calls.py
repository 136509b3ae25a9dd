# SPDX-License-Identifier: GPL-3.0-only
"""Random calls at both ports: some as they should be, some with one thing wrong, some with hardly anything right."""
import http.client
import json
import random
import urllib.parse

TOKENS = ["author-token", "maintainer-token", "reviewer-1-token", "reviewer-2-token", "reporter-token", "outsider-token", "boss-token",
          "author-reads", "author-late", "author-gone", "nobody", ""]
BRANCHES = [f"feat/{number}" for number in range(6)] + ["main", "none", "", "-x", "a..b", "feat/ä", "x" * 300, "refs/heads/main", "\0"]
ODD = [None, True, False, 0, -1, 1, 2 ** 31, 2 ** 63, 1e300, "", " ", "x", "x" * 70000, [], [[]], {}, {"a": 1}, "😀", "\ud83d", "\u0000",
       "../../etc", "%2e%2e%2f", "'; drop table x; --", ["1", 2, None], "true", "1", "null", "-1", "99999999999999999999"]
PATCHES = ["README.md", "bindings/a.yaml", "bindings/new.yaml", "", "/", "../x", "a//b", ".git/config", "a/./b", "ä/ö", "x" * 5000, "a\nb"]


class Caller:
    """One client with its own connection and its own chance."""

    def __init__(self, twin, seed, projects):
        self.random = random.Random(seed)
        self.twin = twin
        self.projects = projects
        self.shas = ["0" * 40, "1" * 40, "HEAD", "", "main"]
        self.statuses = []

    def one(self):
        """Makes one call or a few; a lost connection is part of the game."""
        kinds = [self.change, self.read, self.nonsense, self.admin_call, self.fault, self.journey]
        kind = self.random.choices(kinds, [50, 25, 8, 7, 3, 7])[0]
        if kind == self.journey:
            self.journey()
        else:
            self.send(*kind())

    def send(self, verb, path, body, port, token=None):
        """The answer as JSON, as far as there is one."""
        url = urllib.parse.urlsplit(port)
        headers = {}
        token = token or self.random.choice(TOKENS[:4] if self.random.random() < 0.7 else TOKENS)
        if token:
            headers.update([("PRIVATE-TOKEN", token)] if self.random.random() < 0.8 else [("Authorization", f"Bearer {token}")])
        if self.random.random() < 0.02:
            headers["Sudo"] = self.random.choice(["author", "1", "-1", "nobody"])
        data = None
        if body is not None:
            data, headers["Content-Type"] = self.encoded(body)
        try:
            connection = http.client.HTTPConnection(url.hostname, url.port, timeout=20)
            connection.request(verb, path, data, headers)
            answer = connection.getresponse()
            content = answer.read()
            connection.close()
        except (ConnectionError, TimeoutError, http.client.HTTPException):
            return None
        self.statuses.append(answer.status)
        return self.learn(content)

    def encoded(self, body):
        kind = self.random.random()
        if kind < 0.8:
            return json.dumps(body).encode("utf-8", "surrogatepass"), "application/json"
        if kind < 0.9 and isinstance(body, dict):
            return urllib.parse.urlencode({key: str(value) for key, value in body.items()}, errors="replace").encode(), \
                "application/x-www-form-urlencoded"
        text = json.dumps(body).encode()
        return self.random.choice([text[:len(text) // 2], b"\xff\xfe" + text, b"[" * 3000, b"", b"\0" * 100]), \
            self.random.choice(["application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])

    def learn(self, content):
        try:
            answer = json.loads(content)
        except ValueError: # bytes, nothing after HEAD, or spoiled by a fault
            return None
        sha = answer.get("sha") or answer.get("id") if isinstance(answer, dict) else None
        if isinstance(sha, str) and len(sha) == 40:
            self.shas = [*self.shas[-30:], sha]
        return answer

    # --- what to call -------------------------------------------------------------------------------------------------------

    def home(self):
        project = self.random.choice(self.projects)
        name = self.random.choice([str(project["id"]), urllib.parse.quote(project["path"], safe="")])
        return "/api/v4/projects/" + (name if self.random.random() < 0.97 else self.random.choice(["0", "x%2Fy", "%00", "%ff%fe", "-1"]))

    def journey(self):
        """The whole way to a merge, left at any point."""
        home = f"/api/v4/projects/{self.random.choice(self.projects)['id']}"
        branch = f"feat/{self.random.randrange(10 ** 6)}"
        steps = [("author-token", "POST", "/repository/commits", {
            "branch": branch, "start_branch": "main", "commit_message": "m", "actions": [
                {"action": "create", "file_path": f"{branch}.yaml", "content": "c"}]})]
        steps.append(("author-token", "POST", "/merge_requests", {"source_branch": branch, "target_branch": "main", "title": "t"}))
        answer = None
        while steps and self.random.random() < 0.95:
            token, verb, path, body = steps.pop(0)
            answer = self.send(verb, home + path, body, self.twin.api, token)
            if isinstance(answer, dict) and path == "/merge_requests" and isinstance(answer.get("iid"), int):
                mr = f"/merge_requests/{answer['iid']}"
                for name in self.random.sample(["reviewer-1-token", "reviewer-2-token"], 2):
                    steps.append((name, "POST", mr + "/approve", {"sha": answer.get("sha")}))
                if self.random.random() < 0.3:
                    steps.append(("author-token", "PUT", mr + "/rebase", {}))
                steps += [("author-token", "GET", mr, None)] * 3 + [("maintainer-token", "PUT", mr + "/merge", {})] * 2

    def one_mr(self):
        return f"{self.home()}/merge_requests/{self.random.choice([*range(1, 9), *range(1, 9), *range(9, 40), 0, 99, 'x', '-1', '%31'])}"

    def branch(self):
        return self.random.choice(BRANCHES[:7] if self.random.random() < 0.85 else BRANCHES)

    def spoiled(self, body):
        """Now and then one value of the wrong kind, one missing, one too many."""
        if self.random.random() < 0.2 and body:
            key = self.random.choice(list(body))
            if self.random.random() < 0.3:
                del body[key]
            else:
                body[key] = self.random.choice(ODD)
        if self.random.random() < 0.05:
            body[self.random.choice(["x", "sha", "id", "state_event", ""])] = self.random.choice(ODD)
        return body

    def change(self):
        pick, sha = self.random.choice, self.random.choice(self.shas)
        mr = self.one_mr()
        action = {"action": pick(["create", "update", "delete", "move", "chmod", "odd"]), "file_path": pick(PATCHES),
                  "previous_path": pick(PATCHES), "content": pick(["a\n", "b\n", "", "x" * 5000]), "encoding": pick(["text", "base64"])}
        verb, path, body = pick([
            ("POST", "/repository/branches", {"branch": self.branch(), "ref": pick([self.branch(), sha])}),
            ("POST", "/repository/commits", {"branch": self.branch(), "start_branch": "main", "commit_message": "m",
                                             "actions": [self.spoiled(action)], "force": pick([True, False])}),
            ("POST", "/repository/commits", {"branch": self.branch(), "commit_message": "m", "actions": [
                {"action": "create", "file_path": f"f{self.random.randrange(10 ** 6)}", "content": "c"}]}),
            ("POST", "/merge_requests", {"source_branch": self.branch(), "target_branch": pick(["main", self.branch()]), "title": "t"}),
            ("DELETE", "/repository/branches/" + urllib.parse.quote(self.branch(), safe=""), None),
            ("PUT", f"/repository/files/{urllib.parse.quote(pick(PATCHES), safe='')}",
             {"branch": self.branch(), "content": "c", "commit_message": "m"}),
            ("PUT", mr + "/merge", {"sha": sha, "squash": pick([True, False]), "merge_when_pipeline_succeeds": pick([True, False])}),
            ("PUT", mr + "/merge", {}), ("PUT", mr + "/merge", {}),
            ("PUT", mr + "/rebase", {"skip_ci": pick([True, False])}),
            ("POST", mr + "/approve", {"sha": sha} if pick([True, False]) else {}),
            ("POST", mr + "/unapprove", {}),
            ("PUT", mr, {"state_event": pick(["close", "reopen", "odd"])}),
            ("PUT", mr, {"title": pick(["Draft: t", "t"]), "target_branch": pick(["main", self.branch()])}),
            ("POST", mr + "/notes", {"body": pick(["hi", "", "x" * 10000])}),
            ("POST", mr + "/pipelines", {}),
            ("POST", mr + "/cancel_merge_when_pipeline_succeeds", {}),
            ("POST", f"/pipelines/{self.random.randrange(50)}/{pick(['retry', 'cancel'])}", {}),
            ("POST", "/pipeline", {"ref": self.branch()}),
            ("POST", "/protected_branches", {"name": pick(["stable", "feat/1"]), "push_access_level": pick([0, 30, 40, 77])}),
            ("DELETE", "/protected_branches/" + pick(["stable", "feat%2F1"]), None),
            ("POST", "/hooks", {"url": pick(["http://127.0.0.1:9/", "x", "file:///etc/passwd"])})])
        whole = path if path.startswith("/api") else self.home() + path
        return verb, whole, self.spoiled(body) if body is not None else None, self.twin.api

    def read(self):
        pick, odd = self.random.choice, urllib.parse.quote(str(self.random.choice(ODD))[:2000], safe="", errors="replace")
        sha = urllib.parse.quote(self.random.choice(self.shas), safe="")
        path = pick([
            self.one_mr() + f"?include_rebase_in_progress={odd}", self.one_mr() + "?include_diverged_commits_count=true",
            self.one_mr() + "/approvals", self.one_mr() + "/approval_state", self.one_mr() + "/pipelines", self.one_mr() + "/notes",
            self.home() + f"/merge_requests?state={pick(['opened', 'all', odd])}&page={pick(['1', '2', odd])}&per_page={pick(['2', odd])}",
            self.home() + f"/merge_requests?pagination=keyset&order_by={pick(['created_at', odd])}&cursor={odd}",
            self.home() + f"/merge_requests?iids%5B%5D={odd}&author_id={odd}", self.home() + f"/repository/branches?regex={odd}",
            self.home() + f"/repository/branches/{odd}", self.home() + f"/repository/commits?ref_name={sha}&path={odd}",
            self.home() + f"/repository/commits/{sha}", self.home() + f"/repository/compare?from={sha}&to=main",
            self.home() + f"/repository/files/{odd}?ref={sha}", self.home() + f"/repository/files/README.md/raw?ref={odd}",
            self.home() + f"/pipelines?sha={sha}&status={odd}", self.home() + f"/pipelines/{odd}", self.home() + "/protected_branches",
            "/api/v4/user", "/api/v4/version", "/api/v4/metadata", self.home()])
        return pick(["GET", "GET", "GET", "HEAD"]), path, None, self.twin.api

    def nonsense(self):
        pick = self.random.choice
        path = "/" + "/".join(pick(["api", "v4", "projects", "%00", "..", "%2e%2e", "", "x" * 1000, "%", "%zz", "ä".encode().hex(),
                                    "merge_requests", "info", "refs", "git-receive-pack", "approvals"])
                              for _ in range(self.random.randrange(1, 8)))
        path += pick(["", "?", "?a", "?=&=&", "?service=git-upload-pack", "?a[]=1&a=2&a[b]=3", "?%ff=%fe", "?" + "a=b&" * 500])
        verb = pick(["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "BREW"])
        return verb, path, pick([None, {}, [], 1, "x", {"a": ODD}]), pick([self.twin.api, self.twin.api, self.twin.admin_url])

    def admin_call(self):
        pick = self.random.choice
        project = pick(self.projects)
        at = f"/__twin/v1/projects/{pick([project['id'], urllib.parse.quote(project['path'], safe=''), 0, 'x'])}/policy"
        policy = {pick(["required_approvals", "reset_delay_ms", "locked_ms", "merge_method", "check_delay_ms", "rebase_result", "x",
                        "pipelines_must_succeed", "merge_fail", "lease_busy_next", "mr_sha_lag_ms"]):
                  pick([0, 1, 5, True, False, "ff", "merge", "rebase_merge", "hook", "conflict", None, -1, [], {}])}
        op = pick(["merge", "close", "reopen", "approve", "unapprove", "draft", "ready", "comment", "rebase", "push", "force_push",
                   "push_target", "delete_source_branch", "odd"])
        human = {"project": project["path"], "iid": self.random.randrange(9), "op": op, "user": pick(["maintainer", "author", "nobody"]),
                 "files": {pick(PATCHES): pick(["h\n", None, 1])}, "body": "b"}
        verb, path, body = pick([
            ("POST", at, policy), ("POST", "/__twin/v1/human", self.spoiled(human)), ("POST", "/__twin/v1/human", human),
            ("POST", f"/__twin/v1/pipelines/{self.random.randrange(40)}/status", {"status": pick(["failed", "success", "odd", 1])}),
            ("GET", f"/__twin/v1/journal?since={pick(['1000000', 'x', '-1'])}", None), ("GET", "/__twin/v1/clock", None),
            ("POST", "/__twin/v1/clock/advance", {"ms": pick([1, "x", -1])}), ("POST", "/__twin/v1/seed", {pick(["users", "x"]): pick(ODD)}),
            ("POST", "/__twin/v1/approvals/x/decide", {"decision": pick(["approved", "odd"])}), ("GET", "/__twin/v1/deliveries", None)])
        return verb, path, body, self.twin.admin_url

    def fault(self):
        pick = self.random.choice
        do = pick([{"kind": "drop"}, {"kind": "half", "bytes": pick([0, 1, 50, 10 ** 6])}, {"kind": "delay", "ms": pick([1, 100])},
                   {"kind": "status", "code": pick([500, 502, 503, 408])}, {"kind": "rate_limit", "style": pick(["rack", "action", "plain"])},
                   {"kind": "unauthorized", "style": pick(["plain", "expired"])}, {"kind": "mask404"}, {"kind": pick(["odd", 1, None])},
                   {"kind": "slow_body", "bps": 2000}, {"kind": "bad_json"}, {"kind": "null_fields"}, {"kind": "stale_read", "reads": 2}])
        rule = {"match": pick([{"op": pick(["mr.merge", "mr.approve", "commit.create", "mr.get"])}, {"method": "POST"},
                               {"path_regex": pick(["merge$", "(", ".*"])}]),
                "times": pick([1, 2]), "skip": pick([0, 1]), "phase": pick(["before", "after_effect", "response", "odd"]), "do": do}
        return "POST", "/__twin/v1/faults", self.spoiled(rule), self.twin.admin_url
