"""Lints the chart with Helm's own code, renders it, and compares every object with the schemas of Kubernetes. Run by check_deploy.sh."""

import copy
import re
import sys
from pathlib import Path

import helm_python as helm
import kubernetes_validate
from ruamel.yaml import YAML

CHART = Path(__file__).parent / "helm"
# The oldest release that Chart.yaml allows, and the newest that is known here.
KUBERNETES = ["1.25", "1.37"]
# PostgreSQL's default of 100, less those that are reserved for its superuser.
USUAL_CONNECTIONS = 97
# How long a server waits while another one upgrades the database: UPGRADE_WAIT in crates/store/src/postgres/options.rs.
UPGRADE_WAIT = re.compile(r"UPGRADE_WAIT: Duration = Duration::from_secs\((\d+)\)")
yaml = YAML(typ="safe", pure=True)

# What must be refused, and a word of the message. Each changes the values of ci/addresses.yaml.
REFUSED = [
    ({"publicUrl": ""}, "publicUrl"),
    ({"publicUrl": "askline.example.com"}, "publicUrl"),
    ({"replicas": 1}, "replicas"),
    ({"replicaCount": 3}, "replicaCount"),
    ({"database": {"url": ""}}, "database"),
    ({"database": {"url": "mysql://db.example.com"}}, "url"),
    ({"database": {"connections": 4}}, "connections"),
    ({"database": {"stopNoticeSeconds": 0}}, "stopNoticeSeconds"),
    ({"redis": {"url": "db.example.com"}}, "url"),
    ({"secretsKey": {"existingSecret": ""}}, "existingSecret"),
    ({"trustedProxies": ["10.0.0.1"]}, "trustedProxies"),
    ({"settings": {"LOG_FORMAT": "json"}}, "LOG_FORMAT"),
    ({"settings": {"ASKLINE_DATABASE__URL": "postgres://db"}}, "ASKLINE_DATABASE__URL"),
    ({"ingress": {"enabled": True}}, "host"),
    ({"metrics": {"port": 8080}}, "port"),
    ({"disruptionBudget": {"minAvailable": 3}}, "minAvailable"),
    ({"settings": {"ASKLINE_DATABASE__PASSWORD": "password"}}, "ASKLINE_DATABASE__PASSWORD"),
    ({"database": {"existingSecretPasswordKey": "password"}}, "existingSecretPasswordKey"),
    ({"zoneSpread": {"whenUnsatisfiable": "Never"}}, "whenUnsatisfiable"),
]


def merged(values, change):
    """Values with some of them changed."""
    values = copy.deepcopy(values)
    for name, value in change.items():
        values[name] = merged(values.get(name, {}), value) if isinstance(value, dict) else value
    return values


def rendered(chart, values):
    """Returns the objects that the chart renders from these values, by kind."""
    files = chart.render(values, name="example", namespace="web")
    objects = [one for name, text in files.items() if not name.endswith(".txt") for one in yaml.load_all(text) if one]
    by_kind = {one["kind"]: one for one in objects}
    assert len(by_kind) == len(objects), "two objects of one kind"
    return by_kind


def check_objects(name, objects):
    """Checks what must be true of the objects for any values."""
    for kind, one in objects.items():
        for version in KUBERNETES:
            kubernetes_validate.validate(one, version, strict=True)
        assert one["metadata"]["name"].startswith("example"), kind
    deployment = objects["Deployment"]["spec"]
    pod = deployment["template"]["spec"]
    (container,) = pod["containers"]
    labels = deployment["template"]["metadata"]["labels"]
    for selector in [
        deployment["selector"]["matchLabels"],
        objects["Service"]["spec"]["selector"],
        objects["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
    ]:
        assert selector.items() <= labels.items(), f"{name}: {selector} finds no server"
    assert deployment["strategy"]["rollingUpdate"] == {"maxSurge": 1, "maxUnavailable": 0}
    assert objects["PodDisruptionBudget"]["spec"]["minAvailable"] < deployment["replicas"]
    probes = {probe: container[f"{probe}Probe"]["httpGet"]["path"] for probe in ["startup", "liveness", "readiness"]}
    assert probes == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}, probes
    startup = container["startupProbe"]
    options = (CHART.parent.parent / "crates/store/src/postgres/options.rs").read_text()
    waits = int(UPGRADE_WAIT.search(options)[1])
    assert startup["periodSeconds"] * startup["failureThreshold"] > waits, "a server is killed while it waits for an upgrade"
    spread = [one["topologyKey"] for one in pod["topologySpreadConstraints"]]
    assert spread == ["topology.kubernetes.io/zone", "kubernetes.io/hostname"], spread
    for one in pod["topologySpreadConstraints"]:
        assert one["labelSelector"]["matchLabels"].items() <= labels.items(), f"{name}: servers are not spread"
    if "Job" in objects:
        check_job(name, objects["Job"], container, labels)
    settings = [one["name"] for one in container["env"]]
    assert len(settings) == len(set(settings)), f"{name}: a setting is there twice"
    environment = {one["name"]: one.get("value") for one in container["env"]}
    notice = int(environment["ASKLINE_DATABASE__STOP_NOTICE_SECONDS"])
    assert pod["terminationGracePeriodSeconds"] > notice + 10, "the server is killed before its requests are finished"
    # The readiness probe runs often enough to fail during the notice.
    readiness = container["readinessProbe"]
    assert readiness["periodSeconds"] * readiness["failureThreshold"] <= notice
    for one in container["env"]:
        reference = one.get("valueFrom", {}).get("secretKeyRef")
        own = objects.get("Secret")
        if reference and own and reference["name"] == own["metadata"]["name"]:
            assert reference["key"] in own["stringData"], f"{name}: {one['name']} names a key that is not there"
    assert not any("password" in (one.get("value") or "") for one in container["env"]), "a password is not in a Secret"


def check_job(name, job, server, labels):
    """Checks the job that upgrades the database."""
    assert job["metadata"]["annotations"]["helm.sh/hook"] == "pre-upgrade", "it upgrades before the new servers start"
    assert "activeDeadlineSeconds" not in job["spec"], "an upgrade has no limit of time"
    template = job["spec"]["template"]
    (container,) = template["spec"]["containers"]
    assert container["args"][0] == "migrate" and container["image"] == server["image"]
    listening = {"ASKLINE_LISTEN", "ASKLINE_METRICS__LISTEN"}
    assert container["env"] == [one for one in server["env"] if one["name"] not in listening], f"{name}: other settings than a server's"
    assert container.get("envFrom") == server.get("envFrom") and container["volumeMounts"] == server["volumeMounts"]
    assert template["metadata"]["labels"]["app.kubernetes.io/name"] != labels["app.kubernetes.io/name"], "the service finds the job"


def main():
    report = helm.lint(str(CHART), yaml.load(CHART / "ci/addresses.yaml"), strict=True, namespace="web")
    # An icon is the only thing that Helm recommends and this chart does without.
    problems = [one for one in report["messages"] if "icon is recommended" not in one["error"]]
    assert not problems and not report["errors"], report
    kinds = {}
    with helm.Chart.load(str(CHART)) as chart:
        cases = {path.stem: yaml.load(path) for path in sorted((CHART / "ci").glob("*.yaml"))}
        for name, values in cases.items():
            chart.validate_schema(values)
            kinds[name] = rendered(chart, values)
            check_objects(name, kinds[name])
        release = re.search(r'^version = "(.*)"', (CHART.parent.parent / "Cargo.toml").read_text(), re.MULTILINE)
        assert yaml.load(CHART / "Chart.yaml")["appVersion"] == release[1], "Chart.yaml names another release than Cargo.toml"
        usual = chart.values
        assert (usual["replicas"] + 1) * usual["database"]["connections"] <= USUAL_CONNECTIONS, "an update needs too many connections"
        assert "Secret" in kinds["addresses"] and "Secret" not in kinds["own-secrets"]
        assert "Job" in kinds["addresses"] and "Job" not in kinds["without-redis"]
        assert kinds["own-secrets"]["Job"]["spec"]["template"]["spec"]["containers"][0]["args"] == ["migrate", "--backup-done"]
        assert kinds["addresses"]["Secret"]["stringData"]["database-password"] == cases["addresses"]["database"]["password"]
        assert "NetworkPolicy" in kinds["addresses"] and "NetworkPolicy" not in kinds["without-redis"]
        assert "Ingress" in kinds["own-secrets"] and "Ingress" not in kinds["addresses"]
        for change, word in REFUSED:
            values = merged(cases["addresses"], change)
            try:
                chart.validate_schema(values)
                chart.render(values, name="example", namespace="web")
            except helm.HelmError as error:
                assert word in str(error), f"{change} is refused, but not for {word}: {error}"
            else:
                raise AssertionError(f"{change} is not refused")
    # The default values alone are refused.
    with helm.Chart.load(str(CHART)) as chart:
        try:
            chart.validate_schema({})
        except helm.HelmError:
            pass
        else:
            raise AssertionError("the default values are enough")
    count = sum(len(objects) for objects in kinds.values())
    print(f"The chart renders {count} sound objects with {len(kinds)} sets of values, and refuses {len(REFUSED)} bad ones (Helm {helm.helm_sdk_version()})")


if __name__ == "__main__":
    try:
        main()
    except AssertionError as error:
        sys.exit(f"deploy/helm: {error}")
