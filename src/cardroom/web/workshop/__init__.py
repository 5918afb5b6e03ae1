"""The workshop: drafts of rule sets, their exact figures, and the operator's folder in which they are saved."""
