"""Files as this version writes them: records, proofs, a store, messages and names.

`tests/test_samples.py` reads them. Until 0.1.0 is released, `make samples` writes them again. After that they stay, and
show that every later version still reads what 0.1.0 wrote (`docs/reference/stability.md`).
"""

from pathlib import Path

FOLDER = Path(__file__).parent
RECORDS, MONEY, PROOF, KEY = "records.jsonl", "money.jsonl", "proof.json", "house-key.pem"
STORE, STORE_KEY, CONTENTS, NAMES = "store.db.gz", "store.key", "contents.json", "names.json"
MOST_BYTES = 300_000
