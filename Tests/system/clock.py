# about: shown times are within 1 ms of the clock read beside the call, across a reopen
# needs: python3
import calendar
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, fields, probe, records, workspace

RECORDS = 400
MILLISECOND = 1_000_000


def nanoseconds(shown):
    """2026-11-30T08:15:02.123456789Z"""
    seconds, fraction = shown.rstrip("Z").split(".")
    check_equal(len(fraction), 9, f"digits of the fraction in {shown}")
    return calendar.timegm(time.strptime(seconds, "%Y-%m-%dT%H:%M:%S")) * 1_000_000_000 + int(fraction)


with workspace() as folder:
    path = os.path.join(folder, "clock.ringlog")
    for _ in range(2):
        probe("clock", path, RECORDS, 5000)
    found = records(path)
    check_equal(len(found), 2 * RECORDS, "records")
    check_equal([record["session"] for record in found], [1] * RECORDS + [2] * RECORDS, "sessions")
    worst = 0
    for record, following in zip(found, found[1:]):
        shown = nanoseconds(record["time"])
        # The thread may have been stopped between clock and call: the readings around the call bound the truth.
        earliest = fields(record)["before"]
        latest = fields(following)["previous_after"]
        if latest == 0:
            continue  # the next one begins a session
        check(earliest - MILLISECOND <= shown <= latest + MILLISECOND,
              f"{record['time']} is shown, but the clock said {earliest} before and {latest} after")
        worst = max(worst, earliest - shown, shown - latest)
    print(f"at most {max(worst, 0) / 1000:.1f} us outside the clock readings around the call")
