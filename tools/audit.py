"""Look up known vulnerabilities of all locked packages: requirements/ with pip-audit, web/ with npm.

python -m tools.audit     exit status 1 if there are any, 2 if an audit fails, 0 otherwise

An unreachable advisory database is reported, but is not a failure: it says nothing about the packages.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tools import page
from tools.lock import LOCKS, ROOT, pins

TIMEOUT_S = 10


@dataclass(frozen=True)
class Advisory:
    package: str
    version: str
    advisory: str


class Unreachable(Exception):
    """No advisory database answered."""


class AuditError(Exception):
    """The audit itself failed; holds its output."""


# Python


def audit_python() -> list[Advisory]:
    """Audit everything that is locked, for any Python on any system."""
    return [advisory for versions in audit_parts() for advisory in read_pip_audit(*run_pip_audit(versions))]


def audit_parts() -> list[dict[str, str]]:
    """Return all locked packages, name by version, in as few parts as possible: pip-audit refuses a name twice."""
    parts: list[dict[str, str]] = []
    for name, version in sorted({pin for lock in LOCKS for pin in pins(lock)}):
        part = next((part for part in parts if name not in part), None)
        if part is None:
            parts.append(part := {})
        part[name] = version
    return parts


def run_pip_audit(versions: dict[str, str]) -> tuple[str, str]:
    """Run pip-audit; return its JSON report and its messages."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "requirements.txt")
        listed.write_text("".join(f"{name}=={version}\n" for name, version in versions.items()), "utf-8")
        quiet = ["--progress-spinner", "off", "--desc", "off", "--timeout", str(TIMEOUT_S)]
        chosen = ["--format", "json", "--disable-pip", "--no-deps", "--requirement", str(listed)]
        ended = subprocess.run([sys.executable, "-m", "pip_audit", *quiet, *chosen], capture_output=True, text=True)
    return ended.stdout, ended.stderr


def read_pip_audit(report: str, messages: str) -> list[Advisory]:
    if not report.strip():
        raise (Unreachable if "ConnectionError" in messages or "Timeout" in messages else AuditError)(messages)
    found = json.loads(report)["dependencies"]
    asked = [one for one in found if "skip_reason" not in one]
    if not asked:  # pip-audit reports success if the index has no database and it has skipped every package
        raise Unreachable(found[0]["skip_reason"])
    return [Advisory(one["name"], one["version"], advisory["id"]) for one in asked for advisory in one["vulns"]]


# The page


def audit_page() -> list[Advisory]:
    node = page.find_node()
    if node is None:
        raise AuditError(f"npm is needed: {page.WANTED}.")
    options = ["--json", "--package-lock-only", "--fetch-retries=0", f"--fetch-timeout={TIMEOUT_S * 1000}"]
    ended = subprocess.run([*node.npm, "audit", *options], cwd=ROOT / "web", capture_output=True, text=True)
    return read_npm_audit(ended.stdout, ended.stderr)


def read_npm_audit(report: str, messages: str) -> list[Advisory]:
    try:
        whole = json.loads(report)
    except ValueError:
        raise AuditError(messages) from None
    if "vulnerabilities" in whole:
        return [Advisory(name, one["range"], one["severity"]) for name, one in whole["vulnerabilities"].items()]
    # A failed request has a message; a local problem, such as a missing lock file, has a code.
    raise Unreachable(whole["message"]) if "message" in whole else AuditError(report)


def main() -> None:
    status = 0
    for where, audit in (("requirements/", audit_python), ("web/package-lock.json", audit_page)):
        try:
            found = audit()
        except Unreachable:
            print(f"{where}: not audited: no advisory database can be reached.")
        except AuditError as error:
            print(f"{where}: the audit failed.\n{error}", file=sys.stderr)
            status = status or 2
        else:
            for advisory in found:
                print(f"{where}: {advisory.package} {advisory.version}: {advisory.advisory}")
            print(f"{where}: {len(found)} known vulnerabilities.")
            status = 1 if found else status
    sys.exit(status)


if __name__ == "__main__":
    main()
