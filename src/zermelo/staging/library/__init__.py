"""Python that is translated together with rules that call what it stands for."""
