"""The metadata hook for hatchling. It writes the addresses of the project into a release.

Wherever GitHub builds a release, its repository is the project's address. A build elsewhere has none: a made-up one
would lead nowhere.
"""

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class ProjectUrls(MetadataHookInterface):
    def update(self, metadata: dict[str, Any]) -> None:
        server, repository = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        if server and repository:
            home = f"{server}/{repository}"
            files = f"{home}/blob/v{metadata['version']}"
            metadata["urls"] = {
                "Homepage": home,
                "Documentation": f"{files}/docs/index.md",
                "Changelog": f"{files}/CHANGELOG.md",
                "Issues": f"{home}/issues",
            }
