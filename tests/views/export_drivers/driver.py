"""See README.md."""

import sys


def main() -> None:
    # Found beside this file only where a test put it, so it is imported late.
    from whitespace import is_whitespace, trim, trim_left, trim_right

    print(" ".join(f"{code_point:X}" for code_point in range(0x110000) if is_whitespace(code_point)))
    for line in sys.stdin:
        data = bytes.fromhex(line)
        print("\t".join(way(data).hex() for way in (trim_left, trim_right, trim)))


if __name__ == "__main__":
    main()
