# SPDX-License-Identifier: GPL-3.0-only
"""Random and malformed calls against both ports and git, round after round, with what must always hold looked at all along."""
import collections
import random
import threading
import time

from chance import invariants
from chance.calls import Caller
from chance.gitplay import GitPlay
from chance.sockets import Rude
from support.stage import FILES, MEMBERS, PEOPLE, QUICK

SUITE = "chance"
ROUND_S = 15
LOOK_S = 3
CALLERS = 3
# After a reset nothing of a round may stay; this much is left to the allocator.
MEMORY_SLACK_KB = 64 * 1024
PROMISES = ["the twin stays alive", "numbers of merge requests stay dense", "effects agree with the journal",
            "each merge request is made and merged once", "merged is final", "nothing that was told is forgotten by a kill",
            "no server error is seen unless ordered", "memory does not grow from round to round"]


class Round:
    """A fresh world, everybody at once for some seconds, then silence."""

    def __init__(self, twin, seed):
        self.twin = twin
        self.over = threading.Event()
        self.broken = {}
        twin.admin("POST", "/reset")
        twin.seed({**PEOPLE, "projects": [
            {"path": f"peers/c{number}", "files": FILES, "members": MEMBERS, "policy": {**QUICK, **policy}}
            for number, policy in enumerate([{}, {"required_approvals": 1}, {"merge_method": "ff", "pipelines_must_succeed": True}], 1)]})
        projects = [{"id": project["id"], "path": project["path"]} for project in twin.state()["projects"]]
        self.callers = [Caller(twin, f"{seed}/caller{number}", projects) for number in range(CALLERS)]
        self.git = GitPlay(twin, f"{seed}/git", projects)
        self.players = [*self.callers, Rude(twin, f"{seed}/rude"), self.git]
        self.merged = invariants.Merged()

    def play(self, seconds):
        threads = [threading.Thread(target=self.repeat, args=(player,)) for player in self.players]
        for thread in threads:
            thread.start()
        try:
            self.look_until(time.monotonic() + seconds / 2)
            if not self.broken:
                self.kill()
            self.look_until(time.monotonic() + seconds / 2)
        finally: # Nobody plays on without a referee.
            self.over.set()
            for thread in threads:
                thread.join()
        if not self.broken:
            self.twin.no_faults()
            self.look()
        self.git.end()
        return collections.Counter(status for caller in self.callers for status in caller.statuses)

    def look_until(self, end):
        while not self.broken and time.monotonic() < end:
            self.over.wait(min(LOOK_S, max(0.1, end - time.monotonic())))
            self.look()

    def kill(self):
        """In the middle of everything; what somebody has been told before must still be so afterwards."""
        told = {effect["id"]: effect["kind"] for effect in self.twin.effects()["effects"]}
        try:
            self.twin.killed_and_started_again()
        except RuntimeError as failure:
            self.complain("the twin stays alive", f"after a kill: {failure}")
            return
        kept = {effect["id"]: effect["kind"] for effect in self.twin.effects()["effects"]}
        for effect, kind in told.items():
            if kept.get(effect) != kind:
                self.complain("nothing that was told is forgotten by a kill", f"effect {effect} was {kind}, is {kept.get(effect)}")

    def repeat(self, player):
        while not self.over.is_set():
            try:
                player.one()
            except Exception as problem:  # pylint: disable=broad-except
                self.complain("the twin stays alive", f"{type(player).__name__}: {problem!r}")
                return

    def complain(self, promise, sentence):
        self.broken.setdefault(promise, []).append(sentence)
        self.over.set()

    def look(self):
        if not self.twin.alive():
            self.complain("the twin stays alive", self.twin.log_text())
            return
        ledger = invariants.Ledger(self.twin)
        for promise, check in (("numbers of merge requests stay dense", invariants.iids_are_dense),
                               ("effects agree with the journal", invariants.effects_agree_with_the_journal),
                               ("each merge request is made and merged once", invariants.each_merge_request_is_made_and_merged_once),
                               ("merged is final", self.merged.check),
                               ("no server error is seen unless ordered", invariants.no_server_error_unless_ordered)):
            for sentence in check(ledger):
                self.complain(promise, sentence)


def play(twin, minutes, seed):
    """Prints one line for each promise; true when all were kept."""
    seed = random.SystemRandom().randrange(10 ** 9) if seed is None else seed
    print(f"the seed is {seed}", flush=True)
    broken, memory, answers, effects = {}, [], collections.Counter(), collections.Counter()
    end = time.monotonic() + minutes * 60
    number = 0
    while not broken and time.monotonic() < end:
        number += 1
        current = Round(twin, f"{seed}/{number}")
        answers += current.play(min(ROUND_S, max(1, end - time.monotonic())))
        broken = current.broken
        if not broken:
            effects += collections.Counter(twin.effects()["counts"])
            twin.admin("POST", "/reset")
            memory.append(twin.memory_kb())
    if not broken and memory[-1] > 1.5 * memory[0] + MEMORY_SLACK_KB:
        broken["memory does not grow from round to round"] = [f"after each round, in KB: {memory}"]
    print(f"{number} rounds, memory after each in KB: {memory}\nanswers: {dict(sorted(answers.items()))}\neffects: {dict(effects)}",
          flush=True)
    for promise in PROMISES:
        # Who stops at the first trouble has not seen enough to call the other promises kept.
        word = "FAIL!" if promise in broken else "SKIP" if broken else "PASS"
        print(f"{word:<7}: {SUITE}::{promise}()", flush=True)
        for sentence in broken.get(promise, [])[:10]:
            print(f"   {sentence}", flush=True)
    if broken:
        print(f"   to play it again: --seed {seed}; what the twin logged last:", flush=True)
        print("   " + twin.log_text().strip().replace("\n", "\n   "), flush=True)
    return not broken
