"""The tests run the source, whatever was compiled here; `LUDOTECA_PLAIN=0 make test` runs what was."""

import os

os.environ.setdefault("LUDOTECA_PLAIN", "1")
