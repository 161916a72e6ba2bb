"""How Sphinx builds the site of the documentation (scripts/site.sh). The pages are those of the repository, written for
GitHub; docs/README.md says which there are and in which order."""

import re
import shutil
from pathlib import Path

from pygments.lexers.special import TextLexer

project = "pagereel"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md"]
# Other folders are only searched for files that pages link to.
exclude_patterns = [".*", "out"]

# Headings have the anchors that GitHub gives them.
myst_heading_anchors = 6
# Leave quotes and dashes as they are written.
smartquotes = False

html_theme = "furo"
html_title = "pagereel"
html_theme_options = {"top_of_page_buttons": []}
html_static_path = ["static"]
html_css_files = ["site.css"]
html_use_index = False
html_copy_source = False
html_show_copyright = False


def add_contents(app, name, source):
    """Adds the site's navigation to the start page: the lists of docs/README.md, and the pages beside it."""
    if name != root_doc:
        return
    contents = (Path(app.srcdir) / "docs/README.md").read_text(encoding="utf-8")
    for section in contents.split("\n## ")[1:]:
        title, _, text = section.partition("\n")
        pages = re.findall(r"^- \[([^\]]+)\]\(([a-z-]+)\.md\): ", text, re.MULTILINE)
        entries = [f"{page} <docs/{file}>" for page, file in pages]
        if title == "Contributing":
            entries = ["All pages <docs/README>", "CONTRIBUTING", "SECURITY", "CHANGELOG"]
        if entries:
            options = f":hidden:\n:caption: {title}\n\n"
            source[0] += "\n\n```{toctree}\n" + options + "\n".join(entries) + "\n```\n"


# What a browser loads by itself: elements with an address of another host, and such addresses in style sheets.
FOREIGN = re.compile(r"""<(?:script|img|iframe|source|video|audio|embed|link)\b[^>]*\s(?:src|href)=["'](?:https?:)?//"""
                     r"""|url\(\s*["']?(?:https?:)?//|@import\s+["'](?:https?:)?//""")


def finish(app, error):
    """Makes the README the start page, and refuses pages that load something from elsewhere."""
    if error:
        return
    folder = Path(app.outdir)
    shutil.copyfile(folder / f"{root_doc}.html", folder / "index.html")
    for file in sorted(folder.rglob("*.html")) + sorted(folder.rglob("*.css")):
        found = FOREIGN.search(file.read_text(encoding="utf-8"))
        if found:
            raise SystemExit(f"{file.relative_to(folder)}: error: loads something from another host: {found.group()}")


def setup(app):
    # Pygments has no lexer for CSV.
    app.add_lexer("csv", TextLexer)
    app.connect("source-read", add_contents)
    app.connect("build-finished", finish)
