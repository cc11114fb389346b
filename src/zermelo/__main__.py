"""`python -m zermelo`."""

from zermelo.faces.cli import main

main(prog_name="zermelo")
