# about: a 4 MiB ring written 50 times over keeps its size, the newest records, and one early error
# needs: python3
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, fields, last_line, logdecode, program, records, workspace

CAPACITY = 4 << 20
LAPS = 50

with workspace() as folder:
    path = os.path.join(folder, "laps.ringlog")
    writer = subprocess.Popen(
        [program("ringlog-probe"), "laps", path, str(CAPACITY), str(LAPS)], stdout=subprocess.PIPE)
    sizes = set()
    while writer.poll() is None:
        if os.path.exists(path):
            status = os.stat(path)
            sizes.add(status.st_size)
            check(status.st_blocks * 512 <= CAPACITY + (1 << 20), f"{status.st_blocks} blocks on disk")
        try:
            writer.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            pass
    check_equal(writer.returncode, 0, "status of the writer")
    written = int(writer.stdout.read())
    check_equal(sizes | {os.stat(path).st_size}, {CAPACITY}, "sizes seen")

    found = records(path)
    check_equal((found[0]["level"], found[0]["message"]), ("error", "the one error"), "the first record")
    indices = [fields(record)["index"] for record in found[1:]]
    check_equal(indices, list(range(written - len(indices), written)), "the records kept: the newest, without a hole")
    # Three quarters of each kilobyte stay after compression; most of the main lane (24 of 27 segments) is in use.
    check(len(indices) * 750 > CAPACITY // 2, f"only {len(indices)} of {written} records are left")
    gone = written - len(indices)
    verdict = last_line(logdecode(path).stderr)
    check(f"{gone:,} overwritten" in verdict, f"{gone} records are gone; the verdict: {verdict}")
    # The main lane holds everything, the keep lane the error again.
    info = json.loads(logdecode("info", "--format", "json", path).stdout)
    main, keep = info["main_lane"], info["keep_lane"]
    check_equal((main["records"], main["records_overwritten"]), (len(indices), gone + 1), "the main lane's records")
    check_equal((keep["records"], keep.get("records_overwritten", 0)), (1, 0), "the keep lane's records")
    check_equal(main["last_block"] - main["overwritten_blocks_to"], main["blocks"], "blocks above the mark")
    logdecode("verify", path)
    print(f"{written} records written, the newest {len(indices)} and the one error are there")
