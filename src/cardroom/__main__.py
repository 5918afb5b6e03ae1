"""`python -m cardroom` is the command `cardroom`."""

from cardroom.cli import main

if __name__ == "__main__":
    main()
