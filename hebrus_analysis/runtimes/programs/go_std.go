// Go's standard library; lane.go serves it.
package main

import (
	"bytes"
	"regexp"
	"runtime"
	"strings"
	"unicode"
)

func main() {
	space := regexp.MustCompile(`^\s$`)
	posix := regexp.MustCompile(`^[[:space:]]$`)
	serve(lane{
		version: runtime.Version(),
		unicode: unicode.Version,
		predicates: map[string]func(rune) bool{
			"unicode.IsSpace":     unicode.IsSpace,
			"unicode.White_Space": func(char rune) bool { return unicode.Is(unicode.White_Space, char) },
			`\s`:                  func(char rune) bool { return space.MatchString(string(char)) },
			`[[:space:]]`:         func(char rune) bool { return posix.MatchString(string(char)) },
		},
		trims: map[string]func(string) string{
			"strings.TrimSpace":     strings.TrimSpace,
			"bytes.TrimSpace":       func(text string) string { return string(bytes.TrimSpace([]byte(text))) },
			"strings.TrimLeftFunc":  func(text string) string { return strings.TrimLeftFunc(text, unicode.IsSpace) },
			"strings.TrimRightFunc": func(text string) string { return strings.TrimRightFunc(text, unicode.IsSpace) },
		},
	})
}
