"""Checks the alert rules and the board against Askline's metrics: promtool accepts every expression, each names only metrics and labels
that the service has, every metric of the service is documented and on the board, and every rule is tested. Run by check_deploy.sh."""

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
yaml = YAML(typ="safe", pure=True)
METRIC = re.compile(r"\baskline_\w+")
# The endings that a histogram adds to its name.
SERIES = re.compile(r"_(bucket|sum|count)$")
# Labels that Prometheus adds, and the label of buckets.
LABELS_OF_ALL = {"job", "instance", "le"}


def metrics_of_service():
    """Each metric that the sources name, with its labels."""
    found = {}
    for file in ROOT.glob("crates/*/src/**/*.rs"):
        text = file.read_text()
        for call in re.finditer(r'\b(?:counter|gauge|histogram)!\(\s*"(askline_\w+)"((?:,\s*"\w+"\s*=>[^,()]*(?:\([^()]*\)[^,()]*)*)*)', text):
            found.setdefault(call[1], set()).update(re.findall(r'"(\w+)"\s*=>', call[2]))
    return found


def check_expression(where, expression, service):
    """Checks that an expression names only metrics and labels of the service."""
    for name in METRIC.findall(expression):
        assert SERIES.sub("", name) in service, f"{where}: {name} is no metric of the service"
    for name, labels in re.findall(r"(askline_\w+)\{([^}]*)\}", expression):
        for label in re.findall(r"(\w+)\s*[=!]", labels):
            assert label in service[SERIES.sub("", name)] | LABELS_OF_ALL, f"{where}: {name} has no label {label}"
    for labels in re.findall(r"\bby \(([^)]*)\)", expression):
        known = set().union(LABELS_OF_ALL, *(service[SERIES.sub("", name)] for name in METRIC.findall(expression)))
        for label in labels.split(","):
            assert label.strip() in known, f"{where}: nothing has a label {label}"


def panels_of(board):
    """The panels that show something, after a check of their ids and positions."""
    taken, ids = {}, set()
    for panel in board["panels"]:
        assert panel["id"] not in ids, f"{panel['title']}: its id is there twice"
        ids.add(panel["id"])
        place = panel["gridPos"]
        assert place["x"] + place["w"] <= 24, f"{panel['title']} is wider than the board"
        for x in range(place["x"], place["x"] + place["w"]):
            for y in range(place["y"], place["y"] + place["h"]):
                assert (x, y) not in taken, f"{panel['title']} covers {taken.get((x, y))}"
                taken[x, y] = panel["title"]
        if panel["type"] != "row":
            assert panel["targets"], f"{panel['title']} shows nothing"
            yield panel


def promtool(*words):
    """Runs promtool, and fails with its output."""
    result = subprocess.run(["promtool", *map(str, words)], capture_output=True, text=True)
    assert result.returncode == 0, result.stdout + result.stderr


def main():
    service = metrics_of_service()
    assert len(service) > 15 and service["askline_requests_total"] == {"operation", "status"}, service
    rules_file, tests_file = ROOT / "deploy/prometheus/alerts.yaml", ROOT / "deploy/prometheus/alerts.test.yaml"
    rules = [rule for group in yaml.load(rules_file)["groups"] for rule in group["rules"]]
    promtool("check", "rules", rules_file)
    promtool("test", "rules", tests_file)
    fired, quiet = set(), set()
    for case in yaml.load(tests_file)["tests"]:
        for tried in case["alert_rule_test"]:
            (fired if tried["exp_alerts"] else quiet).add(tried["alertname"])
    for rule in rules:
        check_expression(rule["alert"], rule["expr"], service)
        assert {"summary", "description"} <= rule["annotations"].keys() and rule["labels"]["severity"] in ("critical", "warning"), rule["alert"]
        assert rule["alert"] in fired & quiet, f"{rule['alert']} is not tried, firing and not firing"

    board = json.loads((ROOT / "deploy/grafana/askline.json").read_text())
    expressions = []
    for panel in panels_of(board):
        for target in panel["targets"]:
            check_expression(panel["title"], target["expr"], service)
            assert "$job" in target["expr"], f"{panel['title']} shows other jobs, too"
            expressions.append(target["expr"].replace("$__rate_interval", "5m").replace("$job", "askline"))
    with tempfile.TemporaryDirectory() as folder:
        recorded = [{"record": f"expression:{number}", "expr": one} for number, one in enumerate(expressions)]
        file = Path(folder) / "board.yaml"
        file.write_text(json.dumps({"groups": [{"name": "board", "rules": recorded}]}))
        promtool("check", "rules", "--lint=none", file)
    documented = (ROOT / "docs/operating.md").read_text()
    for name in service:
        assert name in documented, f"docs/operating.md does not explain {name}"
        assert any(name in one for one in expressions), f"the board does not show {name}"
    for rule in rules:
        assert rule["alert"] in documented, f"docs/operating.md does not list {rule['alert']}"
    print(f"{len(rules)} alert rules and {len(expressions)} expressions of the board name only what the service's {len(service)} metrics have")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"deploy: {error}")
