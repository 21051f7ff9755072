"""Where the project is on the web, and what README.md links there. One setting, for its owner."""

import re
import sys

from tools import ROOT
from tools.command import tool
from tools.marks import put_between
from tools.release import ReleaseError
from tools.terminal import print

# The repository's name on GitHub, as "owner/name"; then run: python -m tools.release.address
# Its Pages have the page that .github/workflows/pages.yml publishes.
REPOSITORY = ""

_BEGIN = "<!-- Made by `python -m tools.release.address` from its REPOSITORY: set that instead. -->"
_NAME = re.compile(r"([\w-]+)/([\w.-]+)", re.ASCII)
_UNSET = """\
`make play` opens the board in your browser, and `make release` leaves what people download in
`dist/`. (Where both are ready-made has no address yet: the owner of this repository
[sets it](tools/release/README.md#the-address).)"""
_SET = """\
**[Play in your browser]({page})**, with nothing to install, or
**[download a release]({releases})**: firmware, page, drawings and guide."""


def page(repository):
    """The address of the hosted page. Raises ReleaseError where `repository` is no owner/name."""
    owner, name = _parts(repository)
    own = f"{owner}.github.io".lower()
    return f"https://{own}/" if name.lower() == own else f"https://{own}/{name}/"


def releases(repository):
    """The address of the newest release. Raises ReleaseError as `page` does."""
    return f"https://github.com/{'/'.join(_parts(repository))}/releases/latest"


def links(repository):
    """What README.md says of both, between its marks; without a repository how to make them."""
    if not repository:
        return _UNSET
    return _SET.format(page=page(repository), releases=releases(repository))


def put_into(readme, repository):
    """README.md's text with the links of a repository. Raises ReleaseError."""
    made = links(repository)
    try:
        return put_between(readme, _BEGIN, made)
    except ValueError as missing:
        raise ReleaseError(f"README.md: {missing}") from None


def _parts(repository):
    found = _NAME.fullmatch(repository)
    if not found:
        raise ReleaseError(f'REPOSITORY is {repository!r}: it must be "owner/name", as on GitHub.')
    return found.groups()


@tool(lambda parser: None, ReleaseError)
def main(options):
    """Writes the links into README.md."""
    path = ROOT / "README.md"
    path.write_text(put_into(path.read_text(encoding="utf-8"), REPOSITORY), encoding="utf-8")
    print(f"README.md links {page(REPOSITORY) if REPOSITORY else 'no address: none is set'}")


if __name__ == "__main__":
    sys.exit(main())
