# about: a reader that stops reading, a full disk, a closed stdout: right status, plain message
# needs: python3
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, last_line, logdecode, probe, program, text, workspace

with workspace() as folder:
    path = os.path.join(folder, "pipes.ringlog")
    probe("session", path, "x" * 100, 5000, "close")
    with open(path, "rb") as file:
        before = file.read()

    for flags in ([], ["--format", "json"]):
        reader = subprocess.Popen([program("logdecode"), *flags, path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        reader.stdout.readline()
        reader.stdout.close()
        errors = reader.stderr.read()
        check_equal(reader.wait(timeout=60), 0, f"status with a broken pipe, {flags}; stderr: {text(errors)}")
        check("roken pipe" not in text(errors), f"a broken pipe is no error: {text(errors)}")

        with open("/dev/full", "wb") as full:
            result = logdecode(*flags, path, stdout=full, status=2)
        check("No space left" in last_line(result.stderr), f"a full disk: {text(result.stderr)}")

        closed = subprocess.run(["sh", "-c", 'exec "$@" >&-', "sh", program("logdecode"), *flags, path],
                                stderr=subprocess.PIPE, timeout=60)
        check_equal(closed.returncode, 2, f"status with stdout closed; stderr: {text(closed.stderr)}")

    # Input through a pipe gives what the file gives.
    with open(path, "rb") as file:
        piped = logdecode("--format", "json", "-", stdin=file)
    check_equal(piped.stdout, logdecode("--format", "json", path).stdout, "output for - and for the path")
    pipe = subprocess.run(["sh", "-c", 'cat "$1" | "$2" --format json -', "sh", path, program("logdecode")],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    check_equal(pipe.stdout, piped.stdout, "output for a real pipe")

    with open(path, "rb") as file:
        check(file.read() == before, "the input was written to")
    check_equal(os.listdir(folder), ["pipes.ringlog"], "files beside the input")
    print("broken pipe, full disk, closed stdout and standard input behave")
