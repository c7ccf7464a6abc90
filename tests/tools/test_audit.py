"""`make audit` distinguishes known vulnerabilities from databases that cannot be reached."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping

import pytest

from tools import audit
from tools.audit import Advisory, AuditError, Unreachable
from tools.lock import LOCKS, pins

CLICK = {"name": "click", "version": "8.0", "vulns": []}
JINJA = {"name": "jinja2", "version": "2.0", "vulns": [{"id": "PYSEC-2021-66", "fix_versions": ["2.11.3"]}]}
SKIPPED = {"name": "numpy", "skip_reason": "Dependency not found on PyPI and could not be audited: numpy (2.4.6)"}
VITE = {"auditReportVersion": 2, "vulnerabilities": {"vite": {"range": "<=5.4.18", "severity": "moderate"}}}
REFUSED = {"message": "405 Method Not Allowed - POST", "statusCode": 405, "error": {"summary": "", "detail": ""}}
NO_LOCK = {"error": {"code": "ENOLOCK", "summary": "This command requires an existing lockfile."}}


def report(*found: Mapping[str, object]) -> str:
    return json.dumps({"dependencies": found, "fixes": []})


def test_advisories_are_read_from_both_reports() -> None:
    assert audit.read_pip_audit(report(CLICK, JINJA, SKIPPED), "") == [Advisory("jinja2", "2.0", "PYSEC-2021-66")]
    assert audit.read_pip_audit(report(CLICK), "") == []
    assert audit.read_npm_audit(json.dumps(VITE), "") == [Advisory("vite", "<=5.4.18", "moderate")]
    assert audit.read_npm_audit(json.dumps({**VITE, "vulnerabilities": {}}), "") == []


def test_an_index_without_a_database_counts_as_unreachable() -> None:
    with pytest.raises(Unreachable):
        audit.read_pip_audit(report(SKIPPED), "No known vulnerabilities found")
    with pytest.raises(Unreachable):
        audit.read_pip_audit("", "requests.exceptions.ConnectionError: Failed to resolve")
    with pytest.raises(Unreachable):
        audit.read_npm_audit(json.dumps(REFUSED), "npm error audit endpoint returned an error")


def test_a_failed_audit_is_not_taken_for_an_unreachable_database() -> None:
    with pytest.raises(AuditError):
        audit.read_pip_audit("", "invalid requirement")
    with pytest.raises(AuditError):
        audit.read_npm_audit(json.dumps(NO_LOCK), "")
    with pytest.raises(AuditError):
        audit.read_npm_audit("", "npm: command not found")


def test_everything_locked_is_audited() -> None:
    audited = [pin for versions in audit.audit_parts() for pin in versions.items()]
    assert sorted(audited) == sorted({pin for name in LOCKS for pin in pins(name)})


def found() -> list[Advisory]:
    return [Advisory("vite", "<=5.4.18", "moderate")]


def unreachable() -> list[Advisory]:
    raise Unreachable("405")


def fails() -> list[Advisory]:
    raise AuditError("no lock file")


@pytest.mark.parametrize(
    ("python", "web", "status"),
    [
        (list, list, 0),
        (unreachable, unreachable, 0),
        (unreachable, found, 1),
        (found, fails, 1),
        (fails, found, 1),
        (list, fails, 2),
    ],
)
def test_only_advisories_and_failed_audits_fail(
    python: Callable[[], list[Advisory]],
    web: Callable[[], list[Advisory]],
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(audit, "audit_python", python)
    monkeypatch.setattr(audit, "audit_page", web)
    with pytest.raises(SystemExit) as ended:
        audit.main()
    assert ended.value.code == status
    output = capsys.readouterr().out
    assert output.count("no advisory database can be reached") == [python, web].count(unreachable)
    assert ("vite" in output) == (found in (python, web))
