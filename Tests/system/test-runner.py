# about: the test command itself: a failing part fails the run, whatever the way it fails
# needs: python3 pgrep
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import ROOT, check, check_equal, text, workspace

RUNNER = """
set -euo pipefail
source "{root}/tools/lib/setup.sh"
source "{root}/tools/lib/parts.sh"
quick={quick} verbose=0 only=({only}) required=({required}) parts_logs={folder}
part good 10 quick "" "passes";             part_good() {{ echo fine; }}
part middle 10 quick "" "fails early";      part_middle() {{ echo before; false; echo after; }}
part piped 10 quick "" "fails in a pipe";   part_piped() {{ false | cat; }}
part loop 10 quick "" "fails in a loop";    part_loop() {{ for word in a b; do [[ $word == b ]]; done; }}
part slow 1 quick "" "never ends";          part_slow() {{ sleep 31557 & sleep 31557; }}
part lacking 10 quick "no-such-tool" "";    part_lacking() {{ :; }}
part long 10 full "" "left out by --quick"; part_long() {{ :; }}
part declines 10 quick "" "skips itself";   part_declines() {{ echo 'not on this machine'; return 77; }}
run_parts
"""


def run(folder, only, required="", quick=0):
    script = RUNNER.format(root=ROOT, folder=folder, only=only, required=required, quick=quick)
    done = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          stdin=subprocess.DEVNULL, timeout=60)
    return done.returncode, text(done.stdout)


def expect(folder, closing, status, *words, **options):
    code, said = run(folder, **options)
    check_equal(said.splitlines()[-1], closing, f"closing line of {options}")
    check_equal(code, status, f"status of {options}")
    for word in words:
        check(word in said, f"{options} does not say {word!r}: {said}")


with workspace() as folder:
    expect(folder, "1 passed, 0 failed, 0 skipped", 0, only="good")
    for part in ("middle", "piped", "loop"):
        expect(folder, "1 passed, 1 failed, 0 skipped", 1, f"failed: {part}", only=f"good {part}")
    with open(os.path.join(folder, "middle.log")) as log:
        check_equal(log.read(), "before\n", "what a part did after its failure")
    expect(folder, "1 passed, 1 failed, 0 skipped", 1, "not done after", only="slow good")
    left = subprocess.run(["pgrep", "-f", "^sleep 31557$"], stdout=subprocess.PIPE)
    check_equal(left.stdout, b"", "processes left by a part that was ended")
    expect(folder, "1 passed, 0 failed, 2 skipped", 0, "skipped: lacking: no-such-tool is not installed",
           "skipped: declines: not on this machine", only="good lacking declines")
    expect(folder, "1 passed, 1 failed, 1 skipped", 1, "skipped though required: declines",
           only="good lacking declines", required="declines")
    expect(folder, "0 passed, 2 failed, 0 skipped", 1, only="lacking declines", required="all")
    expect(folder, "1 passed, 0 failed, 1 skipped", 0, "skipped: long: left out by --quick", only="good long", quick=1)
    print("failures, time-outs, skips and requirements are told apart")
