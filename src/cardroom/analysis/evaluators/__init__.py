"""The evaluators of the package's own games, one module for each kind of game. `Analysis.evaluator` names them."""
