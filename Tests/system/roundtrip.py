# about: everything that fits in a message, from 64 threads, compared with logdecode's JSON
# needs: python3
"""The probe logs; this script holds, written independently, what must come out, and knows nothing but the JSON."""

import base64
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "support"))
from harness import check, check_equal, fields, probe, records, workspace

THREADS = 64


def long_text(size):
    """The probe's pattern: pieces until `size` bytes are reached."""
    data, length = [], 0
    piece = 0
    while length < size:
        data.append(f"é{piece}.")
        length += len(data[-1].encode())
        piece += 1
    return "".join(data)


def integers(bits, signed):
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)


def expected(thread):
    """(level, message, fields) in order; fields without `case`."""
    cases = [
        (level, f"case={level} thread={thread}", {"thread": thread})
        for level in ("trace", "debug", "info", "notice", "warning", "error", "critical")
    ]

    def info(case, rest, **values):
        cases.append(("info", f"case={case} {rest}", values))

    for name, bits, signed in (
        ("int8", 8, True), ("int16", 16, True), ("int32", 32, True), ("int64", 64, True), ("int", 64, True),
        ("uint8", 8, False), ("uint16", 16, False), ("uint32", 32, False), ("uint64", 64, False), ("uint", 64, False),
        ("int128", 128, True), ("uint128", 128, False),
    ):
        low, high = integers(bits, signed)
        info(name, f"low={low} high={high}", low=low, high=high)
    info("small", "a=-1 b=0 c=1", a=-1, b=0, c=1)

    for name, shown in (
        ("double-nan", "nan"), ("double-inf", "inf"), ("double-minus-inf", "-inf"), ("double-minus-zero", "-0.0"),
        ("double-greatest", "1.7976931348623157e+308"), ("double-least", "5e-324"), ("double-tenth", "0.1"),
        ("double-third", "0.3333333333333333"), ("float-nan", "nan"), ("float-inf", "inf"),
        ("float-minus-zero", "-0.0"), ("float-greatest", "3.4028235e+38"), ("float-least", "1e-45"),
        ("float-tenth", "0.1"),
    ):
        info(name, f"value={shown}", value=Number(shown))

    for name, value in (
        ("empty", ""), ("one", "x"), ("nul", "a\0b"),
        ("control", "\x01\x07\x08\t\n\x0b\x0c\r\x1b[31mred\x7f\x85"),
        ("quotes", "\"quoted\" \\ 'single' </script>"),
        ("emoji", "\U0001f469\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466 \U0001f1ea\U0001f1fa "
                  "\u2764\ufe0f\u200d\U0001f525"),
        ("combining", "e\u0301"),
        ("bidi", "\u202eabc\u2066\u2028\u2029\ufeff"),
        ("edges", "\x7f\x80\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"),
        ("substring", "world"), ("static", "fixed \u2713"),
    ):
        info(name, f"text={value}", text=value)
    cases.append(("info", "case=literal with a NUL \0, a line\nbreak and \U0001f44b in the literal", {}))
    info("many", "a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 i=9 j=10 k=11 l=12", **dict(zip("abcdefghijkl", range(1, 13))))
    # The literal between the first two arguments is a name.
    cases.append(("info", "1case=adjacent23", {"case": "adjacent"}))

    for name, value in (("bytes-text", b"plain"), ("bytes-invalid", bytes.fromhex("6100ffc328eda080")),
                        ("bytes-empty", b"")):
        info(name, f"value={value.hex()}", value=base64.b64encode(value).decode())

    info("bool", "yes=true no=false", yes=True, no=False)
    info("optional", "nothing=nil something=42 notext=nil sometext=some",
         nothing=None, something=42, notext=None, sometext="some")
    info("described", "point=<1, -2>", point="<1, -2>")
    info("enum", "error=broken(code: 7)", error="broken(code: 7)")
    info("array", "values=[1, 2, 3]", values="[1, 2, 3]")

    info("hex", "a=ff b=-0x00ff", a=255, b=-255)
    info("octal", "a=10", a=8)
    info("decimal", "a=+007", a=7)
    info("fixed", "a=0.67 b=1000000000000000000000", a=2 / 3, b=1e21)
    info("exponential", "a=1.235e+04", a=12345.678)
    info("hybrid", "a=1.23e-05", a=0.00001234)
    cases.append(("info", "case=align a=[  \u00e9] b=[7  ]", {}))
    info("key", "1 and two", first=1, second="two")
    cases.append(("info", "case=hidden", {"unseen": 3}))
    info("private", "name=<private>", name=None)

    if thread < 4:
        value = long_text(100_000)
        info("long", f"text={value}", text=value)
        cases.append(("info", TooLong(long_text(1_000_000)), None))
    cases.append(("info", f"case=last thread={thread}", {"thread": thread}))
    return cases


class Number:
    """A floating-point field: a JSON number, or what docs/JSON.md says of those that JSON has none for."""

    def __init__(self, shown):
        self.shown = shown

    def __eq__(self, value):
        if self.shown in ("nan", "inf", "-inf"):
            return value == self.shown
        # -0.0 and 0.0 are equal as numbers, but are spelled differently.
        return isinstance(value, float) and float(self.shown) == value and str(value)[0] == self.shown[0]

    def __repr__(self):
        return self.shown


class TooLong:
    """A message that was cut: a long beginning of the text at a scalar's border, and how many bytes are gone."""

    def __init__(self, text):
        self.text = text

    def __eq__(self, message):
        return message.startswith("case=too-long text=")

    def __repr__(self):
        return "case=too-long ..."


def check_cut(record, whole):
    """docs/JSON.md: what was cut is marked, with the number of bytes."""
    shown = fields(record)["text"]
    kept = shown if isinstance(shown, str) else None
    check(kept is not None, f"the cut text is no string: {type(shown)}")
    gone = record["cut"]
    check(whole.startswith(kept), "the cut text is no beginning of what was logged")
    check(len(kept.encode()) > 100_000, f"only {len(kept.encode())} bytes of a megabyte were kept")
    check_equal(len(kept.encode()) + gone, len(whole.encode()), "bytes kept and cut")


def check_threads(by_thread):
    """Compares every thread's records with what it logged; returns how many there were."""
    strange = [found for found in by_thread.values() if found[0]["message"] == "case=strange-name"]
    check_equal(len(strange), 1, "threads of a strange name")
    check_equal(base64.b64decode(strange[0][0]["raw"]["thread"]), b"b\xffd\xfe", "the strange name")
    del by_thread[strange[0][0]["thread"]]
    check_equal(sorted(by_thread), sorted(f"rt-{thread}" for thread in range(THREADS)), "threads")
    count = 1
    for thread in range(THREADS):
        found, wanted = by_thread[f"rt-{thread}"], expected(thread)
        check_equal(len(found), len(wanted), f"records of thread {thread}")
        for record, (level, message, values) in zip(found, wanted):
            check_record(record, thread, level, message, values)
            count += 1
    return count


def check_record(record, thread, level, message, values):
    what = f"thread {thread}, {message!r:.100}"
    check_equal(record["level"], level, f"level of {what}")
    check_equal(record["label"], f"roundtrip-{thread % 3}", f"label of {what}")
    check(record["file"].endswith("RoundTrip.swift"), f"file of {what}: {record['file']}")
    check(record["line"] > 0, f"line of {what}")
    check_equal(record["session"], 1, f"session of {what}")
    check_equal(record["message"], message, f"message of {what}")
    if isinstance(message, TooLong):
        check_cut(record, message.text)
    else:
        check("cut" not in record, f"{what} is said to be cut")
        check_equal(fields(record), values, f"fields of {what}")
        # For Python true is 1 and 7.0 is 7; not here.
        for name, value in values.items():
            if not isinstance(value, Number):
                check_equal(type(fields(record)[name]), type(value), f"type of {name} of {what}")


with workspace() as folder:
    for compression in ("zlib", "none"):
        path = os.path.join(folder, compression + ".ringlog")
        probe("roundtrip", path, THREADS, compression)
        by_thread = {}
        for record in records(path):
            by_thread.setdefault(record["thread"], []).append(record)
        count = check_threads(by_thread)
        with open(path, "rb") as file:
            raw = file.read()
        if compression == "none":
            check(b"case=private" in raw, "the file does not hold its text as it is: a search in it proves nothing")
        check(b"secret-5f1c" not in raw, "a private value is in the file")
        print(f"{compression}: {count} records of {THREADS} threads came back exactly")
