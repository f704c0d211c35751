"""Print the SHA-256 of two texts in each normalization form, as the unicodedata2 on the path makes them."""

import hashlib
import json
import sys

import sequences
import unicodedata2


def main() -> None:
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        texts = {"characters": sequences.every_character(), "sequences": file.read()}
    digests = {
        form: {
            name: hashlib.sha256(unicodedata2.normalize(form, text).encode()).hexdigest()
            for name, text in texts.items()
        }
        for form in ("NFC", "NFD", "NFKC", "NFKD")
    }
    faults = {
        " ".join(f"{ord(c):04X}" for c in probe): " ".join(f"{ord(c):04X}" for c in made)
        for probe in sequences.PROBES
        if (made := unicodedata2.normalize("NFC", probe)) != "\xe9" + probe[2:]
    }
    print(json.dumps({"digests": digests, "faults": faults}))


main()
