// See README.md.
package main

import (
	"bufio"
	"encoding/hex"
	"fmt"
	"os"

	"driver/whitespace"
)

func main() {
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for codePoint := rune(0); codePoint <= 0x10FFFF; codePoint++ {
		if whitespace.IsWhitespace(codePoint) {
			fmt.Fprintf(out, "%X ", codePoint)
		}
	}
	fmt.Fprintln(out)
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		data, err := hex.DecodeString(lines.Text())
		if err != nil {
			panic(err)
		}
		left, right := whitespace.TrimLeft(data), whitespace.TrimRight(data)
		fmt.Fprintf(out, "%x\t%x\t%x\n", left, right, whitespace.Trim(data))
	}
}
