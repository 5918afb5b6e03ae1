"""Commands that prove: exact edges, certificates, simulations, risk, traceability, fair shuffles."""
