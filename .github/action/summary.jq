# The job summary, from the JSON of record (docs/summary.md) or check (docs/check.md). What pages choose, such as
# titles and marks, is shown as plain text.

def plain: tostring | gsub("\\s+"; " ") | gsub("(?<c>[^\\p{L}\\p{N} .,:;/'\"=+%-])"; "&#\(.c | explode[0]);");
def row: "| \(join(" | ")) |";
def table($heads): ($heads | row), ($heads | map("---") | row), (.[] | row);
def seconds: "\(. * 1000 | round / 1000) s";
def megabytes: if . < 1000000 then "\(. / 1000 | round) kB" else "\(. / 100000 | round / 10) MB" end;
def mark: if . then "✅" else "❌" end;

def expected: [.expectations[]? | [(.passed | mark), (.expectation | plain), (.message | plain)]];

def steps: [.steps[]? | select(.status != "done") | ["❌", (.step | plain), (.reason // .status | plain)]];

def checked:
    (map(select(.passed | not))) as $failed
    | "### \($failed == [] | mark) pagereel check: \(length - ($failed | length)) of \(length) passed", "",
    ([.[] | [(.passed | mark), (.name | plain), (.pageTime | seconds), (.ending | plain)]]
        | table(["", "page", "page time", "ending"])), "",
    ($failed[:50][]
        | "#### \(.name | plain)", "",
        ([.failure // empty | plain] + [.mistakes[] | "\(.pageTime | seconds): \(.message | plain)"]
            | if . == [] then empty else (.[] | "- \(.)"), "" end),
        (expected | if . == [] then empty else table(["", "expected", "what happened"]), "" end),
        ([.pageErrors[] | "\(.pageTime | seconds): \(.message | plain)"]
            | if . == [] then empty else "Errors in the page:", "", (.[:20][] | "- \(.)"), "" end),
        (if .files == [] then empty else "Files: \(.files | map(plain) | join(", "))", "" end)),
    (if ($failed | length) > 50 then "\(($failed | length) - 50) more failed.", "" else empty end);

def recorded:
    ((.error == null) and all(.expectations[]?; .passed) and all(.steps[]?; .status == "done")) as $passed
    | "### \($passed | mark) pagereel record: \(.title // .page | plain)", "",
    (if .error then (.error | plain), "" else empty end),
    (if .output == null then empty else
        ([
            ["file", (.output | plain)],
            ["duration", (.duration | seconds)],
            (if .width then
                ["video", "\(.width)x\(.height), \(.fps | plain) fps, \(.frames) frames, \(.codec | plain)"]
            else empty end),
            ["size", (.bytes | megabytes)],
            ["recorded in", (.wallTime | seconds)]
        ] | table(["", ""])), ""
    end),
    (expected + steps | if . == [] then empty else table(["", "expected", "what happened"]), "" end),
    ([.warnings[]? | plain] | if . == [] then empty else "Warnings:", "", (.[] | "- \(.)"), "" end);

# GitHub shows no more than 1 MiB.
[if type == "array" then checked else recorded end] | join("\n") | .[:200000]
