# SPDX-License-Identifier: GPL-3.0-only
"""Forty-five merge requests, page by page; limits of rate that the client waits for."""
import gitlab

from pythongitlab.check import Check
from support.crowd import CROWD, crowded


class Pages(Check):
    def setUp(self):
        super().setUp()
        self.project = crowded(self.project.twin)
        self.p = self.author.projects.get(self.project.path)

    def test_all_pages_together_hold_each_merge_request_once(self):
        iids = [mr.iid for mr in self.p.mergerequests.list(get_all=True)]
        self.assertEqual(iids, list(range(CROWD, 0, -1)))
        self.assertEqual(sum("/merge_requests" in answer.url for answer in self.wire), 3)

    def test_an_iterator_walks_the_same_pages(self):
        found = self.p.mergerequests.list(iterator=True, per_page=7)
        self.assertEqual((found.total, found.total_pages, found.per_page), (CROWD, 7, 7))
        self.assertEqual(sorted(mr.iid for mr in found), list(range(1, CROWD + 1)))

    def test_each_page_tells_where_it_stands(self):
        page = self.p.mergerequests.list(page=2, per_page=20, get_all=False)
        said = self.wire[-1].headers
        self.assertEqual(len(page), 20)
        self.assertEqual([said[f"X-{name}"] for name in ("Page", "Per-Page", "Next-Page", "Prev-Page", "Total", "Total-Pages")],
                         ["2", "20", "3", "1", str(CROWD), "3"])
        self.assertEqual(set(self.wire[-1].links), {"next", "prev", "first", "last"})
        self.assertTrue(self.wire[-1].links["next"]["url"].startswith(self.project.twin.api))

    def test_the_last_page_has_no_next(self):
        self.p.mergerequests.list(page=3, per_page=20, get_all=False)
        self.assertEqual(self.wire[-1].headers["X-Next-Page"], "")
        self.assertNotIn("next", self.wire[-1].links)

    def test_a_page_holds_at_most_a_hundred(self):
        self.p.mergerequests.list(per_page=1000, get_all=False)
        self.assertEqual(self.wire[-1].headers["X-Per-Page"], "100")

    def test_a_filter_survives_from_page_to_page(self):
        found = self.p.mergerequests.list(state="opened", target_branch="main", per_page=10, sort="asc", get_all=True)
        self.assertEqual([mr.iid for mr in found], list(range(1, CROWD + 1)))

    def test_keyset_pages_are_followed_by_their_links_alone(self):
        found = self.p.mergerequests.list(pagination="keyset", order_by="created_at", sort="asc", per_page=20, get_all=True)
        self.assertEqual([mr.iid for mr in found], list(range(1, CROWD + 1)))
        pages = [answer for answer in self.wire if "/merge_requests" in answer.url]
        self.assertEqual(len(pages), 3)
        for page in pages:
            self.assertLessEqual(set(page.links), {"next"})
            self.assertNotIn("X-Total", page.headers)


class Limits(Check):
    def limited(self, style, path_regex="/user$", **more):
        self.project.twin.fault({"kind": "rate_limit", "retry_after": 0, "style": style, **more}, path_regex=path_regex, times=2)

    def test_a_limit_of_the_proxy_is_waited_for(self):
        self.limited("rack")
        self.author.auth()
        first = self.wire[-3]
        self.assertEqual((first.status_code, first.text.strip()), (429, "Retry later"))
        self.assertTrue(first.headers["Content-Type"].startswith("text/plain"))
        self.assertTrue(first.headers["Retry-After"].isdigit())
        for name in ("Name", "Limit", "Observed", "Remaining", "Reset", "ResetTime"):
            self.assertIn(f"RateLimit-{name}", first.headers)
        self.assertEqual(self.status, 200)

    def test_a_limit_of_one_action_is_waited_for(self):
        self.limited("action")
        self.author.auth()
        self.assertIn("requested too many times", self.wire[-3].json()["message"]["error"])
        self.assertEqual([answer.status_code for answer in self.wire[-3:]], [429, 429, 200])

    def test_a_limit_in_plain_words_is_waited_for(self):
        self.limited("plain")
        self.author.auth()
        self.assertEqual(self.wire[-3].json(), {"message": "429 Too Many Requests"})
        self.assertEqual(self.status, 200)

    def test_a_limited_change_has_its_effect_once(self):
        self.limited("plain", "/repository/branches$")
        with self.intent("branch_create"):
            self.p.branches.create({"branch": "feat/x", "ref": "main"})
        self.assertEqual([answer.status_code for answer in self.wire[-3:]], [429, 429, 201])


class Outages(Check):
    def test_a_server_error_is_shown_to_the_caller(self):
        self.project.twin.fault({"kind": "status", "code": 502, "body": "<html>Bad Gateway</html>", "content_type": "text/html"},
                                path_regex="/user$")
        with self.assertRaises(gitlab.GitlabHttpError) as failure:
            self.author.http_get("/user")
        self.assertEqual(failure.exception.response_code, 502)

    def test_a_transient_error_is_retried_when_asked_for(self):
        self.project.twin.fault({"kind": "status", "code": 503, "body": "", "content_type": "text/html"}, path_regex="/user$", times=1)
        self.author.http_get("/user", retry_transient_errors=True)
        self.assertEqual([answer.status_code for answer in self.wire[-2:]], [503, 200])

    def test_a_lost_answer_leaves_the_effect(self):
        mr = self.opened()
        theirs = self.as_user("maintainer-token").mergerequests.get(mr.iid)
        self.project.twin.fault({"kind": "drop"}, phase="after_effect", op="mr.merge")
        with self.intent("merge"):
            with self.assertRaises(Exception) as failure:
                theirs.merge(sha=mr.sha)
        self.assertEqual(type(failure.exception).__name__, "ConnectionError")
        self.assertEqual(self.p.mergerequests.get(mr.iid).state, "merged")

    def test_half_an_answer_is_no_answer(self):
        self.project.twin.fault({"kind": "half", "bytes": 10}, path_regex="/user$", phase="response")
        with self.assertRaises(Exception):
            self.author.http_get("/user")
        self.assertEqual(self.author.http_get("/user")["username"], "author")
