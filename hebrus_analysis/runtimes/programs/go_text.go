// golang.org/x/text; lane.go serves it.
package main

import (
	"runtime"
	"runtime/debug"

	"golang.org/x/text/unicode/norm"
)

func main() {
	version := runtime.Version()
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			version = module.Path + " " + module.Version + ", " + version
		}
	}
	serve(lane{
		version: version,
		unicode: norm.Version,
		normalizers: map[string]func(string) string{
			"NFC": norm.NFC.String, "NFD": norm.NFD.String, "NFKC": norm.NFKC.String, "NFKD": norm.NFKD.String,
		},
	})
}
