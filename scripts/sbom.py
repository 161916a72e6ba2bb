#!/usr/bin/env python3
"""Write the bill of materials of a Debian package of pagereel as CycloneDX 1.6 (ECMA-424) in JSON.

    scripts/sbom.py PACKAGE STATE LICENSES INSTALLED TOOLCHAIN > FILE

    PACKAGE    the Debian package
    STATE      SwiftPM's workspace-state.json of its build: the packages that are built into the program
    LICENSES   docs/licenses.md, which has the license of each
    INSTALLED  Debian's packages where it was built, one per line: name, version and architecture, with tabs between
    TOOLCHAIN  the version of Swift, whose libraries are built into the program

SOURCE_DATE_EPOCH is the time of the bill. Needs cyclonedx-python-lib (scripts/install-python-package.sh).
"""

import hashlib
import json
import os
import re
import subprocess
import sys
import uuid
from datetime import datetime, timezone

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

LICENSES = LicenseFactory()


def fields(package, *names):
    """The fields of a Debian package's control file."""
    output = subprocess.run(
        ["dpkg-deb", "--field", package, *names], check=True, capture_output=True, text=True
    ).stdout
    return dict(line.split(": ", 1) for line in output.splitlines() if ": " in line)


def table_of_packages(page):
    """The license and the use of each Swift package, by its repository's name, from the tables of docs/licenses.md."""
    rows = (line.split("|") for line in open(page, encoding="utf-8") if line.startswith("| "))
    return {
        name.strip().lower(): (
            row[2].strip().replace(" with Runtime Library Exception", " WITH Swift-exception"),
            row[3].strip(),
        )
        for row in rows
        if len(row) > 3
        for name in re.split(r", with |, ", row[1])
    }


def swift_packages(state, table):
    """The packages that SwiftPM has checked out."""
    for dependency in json.load(open(state, encoding="utf-8"))["object"]["dependencies"]:
        address = dependency["packageRef"]["location"]
        checkout = dependency["state"]["checkoutState"]
        place = re.sub(r"^[a-z]+://|\.git$", "", address)
        owner, _, name = place.rpartition("/")
        if name.lower() not in table:
            sys.exit(f"docs/licenses.md has no license of {name}.")
        license_name, use = table[name.lower()]
        yield Component(
            type=ComponentType.LIBRARY,
            name=name,
            version=checkout["version"],
            scope=ComponentScope.EXCLUDED if use == "documentation only" else ComponentScope.REQUIRED,
            licenses=[LICENSES.make_with_expression(license_name)],
            purl=PackageURL("swift", owner, name, checkout["version"]),
            bom_ref=f"swift:{name}",
            external_references=[
                ExternalReference(type=ExternalReferenceType.VCS, url=XsUri(address), comment=checkout["revision"])
            ],
        )


def debian_packages(dependencies, installed):
    """The Debian packages that the package depends on, in the versions with which it was built."""
    versions = {}
    for line in open(installed, encoding="utf-8"):
        name, version, architecture = line.rstrip("\n").split("\t")
        versions[name] = (version, architecture)
    names = {re.split(r"[ (|]", part.strip())[0] for part in dependencies.split(",")}
    for name in sorted(names):
        # The programs that pagereel starts are not needed to build it.
        version, architecture = versions.get(name, (None, None))
        yield Component(
            type=ComponentType.LIBRARY if name.startswith("lib") else ComponentType.APPLICATION,
            name=name,
            version=version,
            purl=PackageURL("deb", "debian", name, version, {"arch": architecture} if architecture else None),
            bom_ref=f"deb:{name}",
        )


def main():
    if len(sys.argv) != 6:
        sys.exit("usage: scripts/sbom.py PACKAGE STATE LICENSES INSTALLED TOOLCHAIN > FILE")
    package, state, page, installed, toolchain = sys.argv[1:]
    control = fields(package, "Version", "Architecture", "Depends")
    digest = hashlib.sha256(open(package, "rb").read()).hexdigest()
    program = Component(
        type=ComponentType.APPLICATION,
        name="pagereel",
        version=control["Version"],
        licenses=[LICENSES.make_with_expression("Apache-2.0")],
        purl=PackageURL("deb", None, "pagereel", control["Version"], {"arch": control["Architecture"]}),
        bom_ref="pagereel",
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=digest)],
    )
    bom = Bom(serial_number=uuid.uuid5(uuid.NAMESPACE_URL, f"pagereel:{digest}"))
    bom.metadata.component = program
    bom.metadata.timestamp = datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), timezone.utc)
    parts = [
        *swift_packages(state, table_of_packages(page)),
        Component(
            type=ComponentType.LIBRARY,
            name="swift",
            version=toolchain,
            licenses=[LICENSES.make_with_expression("Apache-2.0 WITH Swift-exception")],
            bom_ref="swift",
            description="Swift's standard library, Foundation and Dispatch",
        ),
        *debian_packages(control["Depends"], installed),
    ]
    for part in parts:
        bom.components.add(part)
    bom.register_dependency(program, parts)
    print(JsonV1Dot6(bom).output_as_string(indent=2))


main()
