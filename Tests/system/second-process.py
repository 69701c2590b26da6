# about: a second process on a file in use is told the holder, or gets the next name
# needs: python3
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, fields, last_line, probe, program, records, workspace


def messages(path):
    return [record["message"] for record in records(path)]


with workspace() as folder:
    path = os.path.join(folder, "orders.ringlog")
    holder = subprocess.Popen([program("ringlog-probe"), "hold", path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        check_equal(holder.stdout.readline(), b"held\n", "the holder's word")

        refused = probe("session", path, "late", 1, "close", status=1)
        message = last_line(refused.stderr)
        check(str(holder.pid) in message, f"the holder {holder.pid} is not named: {message}")
        check(path in message, f"the file is not named: {message}")

        environment = {**os.environ, "LOGS_DIRECTORY": folder}
        opened = probe("open", "orders", "beside", env=environment)
        check_equal(opened.stdout, b"true\n", "what the log call of the second process returned")
        check_equal(sorted(os.listdir(folder)), ["orders.2.ringlog", "orders.ringlog"], "files")
        check_equal(messages(os.path.join(folder, "orders.2.ringlog")), ["text=beside"], "the second file")
        # A file in use can be read.
        check_equal(messages(path), ["held"], "the file in use")
    finally:
        holder.stdin.close()
        check_equal(holder.wait(timeout=60), 0, "status of the holder")

    probe("open", "orders", "after", env=environment)
    check_equal(messages(path), ["held", "text=after"], "the first file, free again")
    check_equal([fields(r)["text"] for r in records(path, "--session", "0")], ["after"], "its last session")
    print("the holder is named, the next name is taken, and the first again when it is free")
