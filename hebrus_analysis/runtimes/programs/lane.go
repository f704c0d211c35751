// What every Go lane shares: one answer per line; see runtimes/wire.py.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"unicode/utf8"
)

type lane struct {
	version, unicode   string
	predicates         map[string]func(rune) bool
	trims, normalizers map[string]func(string) string
}

type request struct {
	ID    int
	Ask   string
	Name  string
	Texts [][]rune
}

func serve(asked lane) {
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var read request
		if err := json.Unmarshal(line, &read); err != nil {
			panic(err)
		}
		written, err := json.Marshal(asked.answer(read))
		if err != nil {
			panic(err)
		}
		fmt.Printf("%s\n", written)
	}
}

func (asked lane) answer(read request) map[string]any {
	if read.Ask == "about" {
		return map[string]any{
			"id": read.ID, "version": asked.version, "unicode": asked.unicode, "predicates": names(asked.predicates),
			"trims": names(asked.trims), "normalizers": names(asked.normalizers),
		}
	}
	members, changed, failed := []int{}, [][]rune{}, map[int]string{}
	for place, codepoints := range read.Texts {
		if wrong := unpaired(codepoints); wrong >= 0 {
			failed[place] = fmt.Sprintf("U+%04X is no scalar value", wrong)
		} else if read.Ask == "predicate" {
			if asked.predicates[read.Name](codepoints[0]) {
				members = append(members, place)
			}
		} else {
			text, use := string(codepoints), asked.trims
			if read.Ask == "normalize" {
				use = asked.normalizers
			}
			if made := use[read.Name](text); made != text {
				changed = append(changed, append([]rune{rune(place)}, []rune(made)...))
			}
		}
	}
	return map[string]any{"id": read.ID, "true": members, "changed": changed, "failed": failed}
}

// unpaired returns the first code point that no string can hold, or -1.
func unpaired(codepoints []rune) rune {
	for _, codepoint := range codepoints {
		if !utf8.ValidRune(codepoint) {
			return codepoint
		}
	}
	return -1
}

func names[T any](named map[string]T) []string {
	found := []string{}
	for name := range named {
		found = append(found, name)
	}
	sort.Strings(found)
	return found
}
