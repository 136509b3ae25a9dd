# SPDX-License-Identifier: GPL-3.0-only
"""Webhooks of a project, as this client registers them."""
from pythongitlab.check import Check


class Hooks(Check):
    def test_a_webhook_is_registered_listed_and_removed(self):
        project = self.as_user("maintainer-token")
        hook = project.hooks.create({"url": "http://127.0.0.1:9/hook", "token": "secret", "merge_requests_events": True})
        self.assertEqual(self.status, 201)
        self.fits(hook, "hook")
        self.assertTrue(hook.merge_requests_events)
        self.assertNotIn("token", hook.attributes, "a secret is never told back")
        self.assertEqual([known.id for known in project.hooks.list(get_all=True)], [hook.id])
        project.hooks.delete(hook.id)
        self.assertEqual(self.status, 204)
