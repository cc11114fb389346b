"""A picture that the build makes: what `zermelo plot` draws for the words of the directive.

```{picture} ends 5 3 7 10 12 1
:alt: what is to be seen
The caption.
```

`:command: which` has another command of the program draw it.
"""

from __future__ import annotations

import shlex
from hashlib import sha256
from pathlib import Path
from typing import ClassVar

from click.testing import CliRunner
from docutils.nodes import Node
from docutils.parsers.rst import directives
from docutils.parsers.rst.directives.images import Figure
from sphinx.application import Sphinx

from zermelo.faces.cli import main as program


class Picture(Figure):
    """A figure whose file is drawn by the program."""

    option_spec: ClassVar = Figure.option_spec | {
        "alt": directives.unchanged_required,
        "command": directives.unchanged_required,
    }

    def run(self) -> list[Node]:
        """Draw it, unless the same words were drawn before, and show it."""
        environment = self.state.document.settings.env
        words = f"{self.options.pop('command', 'plot')} {self.arguments[0]}"
        name = f"_pictures/{sha256(words.encode()).hexdigest()[:16]}.svg"
        draw(words, Path(environment.srcdir, name))
        self.arguments[0] = f"/{name}"
        return super().run()


def draw(words: str, file: Path) -> None:
    """What the program draws, as a file; drawn in this process, which has matplotlib by now."""
    if file.exists():
        return
    file.parent.mkdir(exist_ok=True)
    said = CliRunner().invoke(program, [*shlex.split(words), "-o", str(file)])
    if said.exit_code:
        raise RuntimeError(f"zermelo {words}: {said.output}")


def setup(app: Sphinx) -> dict[str, bool]:
    """Declare the directive."""
    app.add_directive("picture", Picture)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
