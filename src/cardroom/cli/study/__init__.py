"""Commands that study: replay and review rounds, practise decisions, value their options."""
