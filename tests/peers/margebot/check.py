# SPDX-License-Identifier: GPL-3.0-only
"""How marge-bot talks to GitLab: arguments of GET in the query, all others as JSON, 202 and 204 are simply True."""
import unittest

import requests

from support.stage import Intent, Project

TWIN = None  # set by the runner: one fresh process for the whole suite


class Refusal(Exception):
    def __init__(self, status, body):
        super().__init__(f"{status}: {body}")
        self.status = status
        self.body = body


class Bot:
    def __init__(self, token):
        self.token = token
        self.pages = 0

    def call(self, method, endpoint, **arguments):
        how = {"params": {key: _word(value) for key, value in arguments.items()}} if method == "GET" else {"json": arguments}
        answer = requests.request(method, TWIN.api + "/api/v4" + endpoint, headers={"PRIVATE-TOKEN": self.token}, timeout=60, **how)
        if answer.status_code in (202, 204):
            return True
        if answer.status_code in (200, 201):
            return answer.json()
        if answer.status_code == 304:
            return False
        raise Refusal(answer.status_code, answer.json())

    def all_pages(self, endpoint, **arguments):
        """Until an empty page comes: this client reads neither headers nor links."""
        found, number = [], 1
        while page := self.call("GET", endpoint, page=number, per_page=20, **arguments):
            found.extend(page)
            number += 1
        self.pages = number
        return found


def _word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


class Check(unittest.TestCase):
    POLICY = {"required_approvals": 1}

    def setUp(self):
        self.project = Project(TWIN, self.POLICY)
        self.author = Bot("author-token")
        self.bot = Bot("maintainer-token")
        self.home = f"/projects/{self.project.id}"

    def tearDown(self):
        TWIN.no_faults()

    def intent(self, kind):
        return Intent(self.project, kind)

    def commit(self, branch, path="bindings/new.yaml", content="new: 1\n", action="create", **more):
        return self.author.call("POST", f"{self.home}/repository/commits", branch=branch, commit_message="Change",
                                actions=[{"action": action, "file_path": path, "content": content}], **more)

    def opened(self, branch="feat/x", **change):
        self.commit(branch, start_branch="main", **change)
        return self.author.call("POST", f"{self.home}/merge_requests", source_branch=branch, target_branch="main",
                                title="Change a binding", remove_source_branch=True)["iid"]

    def one(self, iid, **arguments):
        return self.bot.call("GET", f"{self.home}/merge_requests/{iid}", **arguments)
