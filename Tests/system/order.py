# about: two threads hand over a token a million times; decoded order is hand-over order
# needs: python3
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, fields, probe, program, workspace

HOPS = 1_000_000

with workspace() as folder:
    path = os.path.join(folder, "order.ringlog")
    probe("token", path, HOPS, timeout=240)
    decoder = subprocess.Popen([program("logdecode"), "--format", "json", path], stdout=subprocess.PIPE)
    hop, time = 0, ""
    for line in decoder.stdout:
        record = json.loads(line)
        check_equal(fields(record)["hop"], hop, f"hop at place {hop}")
        check_equal(record["thread"], f"side-{hop % 2}", f"thread of hop {hop}")
        check(record["time"] >= time, f"time goes back at hop {hop}: {time} then {record['time']}")
        hop, time = hop + 1, record["time"]
    check_equal(decoder.wait(), 0, "status of logdecode")
    check_equal(hop, HOPS, "records")
    print(f"{hop} hand-overs in order")
