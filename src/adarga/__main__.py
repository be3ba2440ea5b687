"""`python -m adarga`: the command line."""

from __future__ import annotations

from adarga.cli.main import main

if __name__ == "__main__":
    main()
