# about: from its second call on, a log call asks the kernel for one wake-up per full slot and no more
# needs: python3
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import SKIPPED, check, check_equal, fail, last_line, probe, records, skip, workspace

with workspace() as folder:
    path = os.path.join(folder, "syscalls.ringlog")
    result = probe("syscalls", path, status=None)
    if result.returncode == SKIPPED:
        skip(last_line(result.stdout))
    if result.returncode != 0:
        fail(f"the probe ended with {result.returncode}: {last_line(result.stderr)}")
    calls = json.loads(last_line(result.stdout))
    check_equal(calls["others"], 0, f"system calls that are no futex wake (the last was number {calls['last_other']})")
    # 60 records of 1056 bytes in slots with room for 15 of them: the fourth slot is full, or nearly so.
    check(3 <= calls["wakes"] <= 4, f"{calls['wakes']} futex wakes over 3 to 4 full slots")
    check_equal(len(records(path)), calls["records"] + 1, "records")
    print(f"{calls['records']} log calls: {calls['wakes']} futex wakes, no other system call")
