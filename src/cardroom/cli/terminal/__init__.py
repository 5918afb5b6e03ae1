"""What all commands share: finding games, options, printing, files and progress bars. It knows no command."""
