"""A question whose answer the build works out.

    ```{question} By how much does the first player win the row 5, 3, 7, 10?
    :answer: solve(Ends((5, 3, 7, 10))).value
    Why that is so, shown with the answer.
    ```

The page has a field for the reader's own answer, which a script checks; without a script the answer
is behind a fold. `:answer:` is Python that sees all of `zermelo` and `zermelo.games`.
"""

from __future__ import annotations

from html import escape
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from expressions import evaluated
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


class Question(SphinxDirective):
    """A question, a field, and what is to be known behind a fold."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar = {"answer": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """The form around what explains the answer."""
        answer = worked_out(self.options["answer"])
        return [
            nodes.raw("", opening(answer, self.arguments[0]), format="html"),
            *self.parse_content_to_nodes(),
            nodes.raw("", "</details></form>", format="html"),
        ]


def worked_out(expression: str) -> str:
    """The answer, as a reader would type it."""
    return str(evaluated(expression)).replace("'", "").replace("-", "−")


def opening(answer: str, question: str) -> str:
    """The form up to the answer's explanation."""
    return (
        f'<form class="question" data-answer="{escape(answer)}">'
        f"<label>{escape(question)} <input autocomplete=off></label> <button>Check</button>"
        f"<output></output><details><summary>Answer</summary><p><b>{escape(answer)}</b></p>"
    )


def setup(app: Sphinx) -> dict[str, bool]:
    """Declare the directive."""
    app.add_directive("question", Question)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
