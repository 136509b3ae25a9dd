# SPDX-License-Identifier: GPL-3.0-only
"""What must hold whatever the clients do. Each check returns the sentences of what is broken."""

# Protocol refusals of HTTP itself, for a client that asked for what nobody offers.
PROTOCOL_REFUSALS = {501, 505}


class Ledger:
    """One look at effects, journal and state, taken so that later parts know all that earlier ones name."""

    def __init__(self, twin):
        self.journal_before = twin.journal()["entries"]
        self.effects = twin.effects()["effects"]
        self.journal = {entry["id"]: entry for entry in twin.journal()["entries"]}
        self.state = twin.state()
        self.effects_after = twin.effects()["effects"]


def iids_are_dense(ledger):
    for project in ledger.state["projects"]:
        iids = sorted(mr["iid"] for mr in project["merge_requests"])
        if iids != list(range(1, len(iids) + 1)):
            yield f"{project['path']} numbers its merge requests {iids}"


def effects_agree_with_the_journal(ledger):
    ids = [effect["id"] for effect in ledger.effects]
    if ids != sorted(set(ids)):
        yield "effects are not in the order of their numbers"
    known = set(ids)
    for effect in ledger.effects:
        entry = ledger.journal.get(effect["request"])
        if effect["request"] and (entry is None or effect["id"] not in entry["effects"]):
            yield f"effect {effect['id']} ({effect['kind']}) names request {effect['request']}, which knows nothing of it"
    for entry in ledger.journal_before:
        for effect in entry["effects"]:
            if effect not in known:
                yield f"request {entry['id']} ({entry['op']}) names effect {effect}, which is not in the ledger"


def each_merge_request_is_made_and_merged_once(ledger):
    made, merged = {}, {}
    for effect in ledger.effects_after:
        count = {"create_mr": made, "merge": merged}.get(effect["kind"])
        if count is not None:
            key = (effect["project"], effect["iid"])
            count[key] = count.get(key, 0) + 1
    for kind, count in (("made", made), ("merged", merged)):
        for key, times in count.items():
            if times > 1:
                yield f"{key} was {kind} {times} times"
    for project in ledger.state["projects"]:
        for mr in project["merge_requests"]:
            key = (project["path"], mr["iid"])
            if key not in made:
                yield f"{key} exists, but nothing made it"
            if mr["state"] == "merged" and key not in merged:
                yield f"{key} is merged, but nothing merged it"


def no_server_error_unless_ordered(ledger):
    for entry in ledger.journal.values():
        if entry["status"] >= 500 and entry["status"] not in PROTOCOL_REFUSALS and not entry["fault"]:
            yield f"{entry['method']} {entry['path']}?{entry['query']} {str(entry['body'])[:300]!r} was answered with {entry['status']}"


class Merged:
    """Remembers what was merged; it must stay so."""

    def __init__(self):
        self.known = set()

    def check(self, ledger):
        now = {(project["path"], mr["iid"]): mr["state"] for project in ledger.state["projects"] for mr in project["merge_requests"]}
        for key in self.known:
            if now.get(key) != "merged":
                yield f"{key} was merged and is now {now.get(key)}"
        self.known |= {key for key, state in now.items() if state == "merged"}
