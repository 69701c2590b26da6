# about: after SIGKILL and reopening, earlier sessions are there and told apart
# needs: python3
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check_equal, fields, logdecode, probe, records, workspace

LIVES = [("first", 500, "kill"), ("second", 3, "kill"), ("third", 2000, "close"), ("fourth", 1, "kill"),
         ("fifth", 0, "kill"), ("sixth", 40, "close")]
SIGKILLED = -9


def told(path, *flags):
    return [(r["session"], fields(r)["text"], fields(r)["index"]) for r in records(path, *flags)]


with workspace() as folder:
    path = os.path.join(folder, "sessions.ringlog")
    expected = []
    for ordinal, (name, count, end) in enumerate(LIVES, start=1):
        probe("session", path, name, count, end, status=SIGKILLED if end == "kill" else 0)
        expected += [(ordinal, name, index) for index in range(count)]
        # The dead process's file is read before anybody has recovered it, too.
        check_equal(told(path), expected, f"records after session {ordinal}")
    for ordinal in range(1, len(LIVES) + 1):
        wanted = [record for record in expected if record[0] == ordinal]
        check_equal(told(path, "--session", str(ordinal)), wanted, f"session {ordinal}")
    check_equal(told(path, "--session", "0"), [r for r in expected if r[0] == 6], "the latest session")
    check_equal(told(path, "--session", "-2"), [r for r in expected if r[0] == 4], "the session two before")
    logdecode("verify", path)
    print(f"{len(LIVES)} sessions, {len(expected)} records")
