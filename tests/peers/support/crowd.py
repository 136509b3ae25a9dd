# SPDX-License-Identifier: GPL-3.0-only
"""A project with so many open merge requests that they need three pages; made once for each suite."""
import base64
import json
import urllib.request

from support.stage import Project

CROWD = 45
_made = {}


def _call(twin, method, path, body):
    request = urllib.request.Request(twin.api + "/api/v4" + path, json.dumps(body).encode(),
                                     {"Content-Type": "application/json", "PRIVATE-TOKEN": "author-token"}, method=method)
    with urllib.request.urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def crowded(twin):
    if twin not in _made:
        project = Project(twin, {"pipelines": False})
        for number in range(1, CROWD + 1):
            content = base64.b64encode(b"%d\n" % number).decode()
            action = {"action": "create", "file_path": f"bindings/{number}.yaml", "content": content, "encoding": "base64"}
            _call(twin, "POST", f"/projects/{project.id}/repository/commits", {
                "branch": f"feat/{number}", "start_branch": "main", "commit_message": f"Change {number}", "actions": [action]})
            _call(twin, "POST", f"/projects/{project.id}/merge_requests", {
                "source_branch": f"feat/{number}", "target_branch": "main", "title": f"Change {number}"})
        _made[twin] = project
    return _made[twin]
