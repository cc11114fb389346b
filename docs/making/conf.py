"""How Sphinx makes the site of the pages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from zermelo import __version__

project, author, copyright = "Zermelo", "The Zermelo developers", "the Zermelo developers"
version = release = __version__
extensions = ["menu", "myst_nb", "drawings", "examples", "pictures", "questions", "rooms"]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns: list[str] = []
nitpicky = True
smartquotes = False  # they would turn --option into –option
nitpick_ignore_regex = [("py:class", ".*")]  # types of Python and numpy in signatures
add_module_names = False
python_maximum_signature_line_length = 88
toc_object_entries = False  # every page would carry the list of all methods: twice the build
myst_enable_extensions = ["colon_fence", "deflist", "fieldlist"]
myst_heading_anchors = 4
nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 120
nb_merge_streams = True
html_theme = "furo"
html_favicon = "../../src/zermelo/faces/explorer/static/favicon.svg"
html_title = "Zermelo"
html_js_files = ["live/questions.js"]
html_css_files = ["live/live.css", "live/gallery.css"]
html_show_sourcelink = False
html_copy_source = False
html_theme_options = {"sidebar_hide_name": False}
