package page

import (
	"embed"
	"io/fs"
)

// ECharts is pinned. echarts.sh reads these constants and copies that very
// file into assets before the program is built.
const (
	echartsVersion   = "6.1.0"
	echartsURL       = "https://cdn.jsdelivr.net/npm/echarts@" + echartsVersion + "/dist/echarts.min.js"
	echartsIntegrity = "sha384-C2iskrW/uPW46KzOjrvJIQo4YkV8lkD+QS0CrDN18IIPIpT/g2USu8bTP3nvmIAD"
	echartsFile      = "echarts.min.js"
)

//go:embed assets
var embedded embed.FS

// A library is where a page finds ECharts.
type library struct {
	// Source is the address of the script. Integrity is set when that is
	// not a file of ours.
	Source    string
	Integrity string

	// Policy is the page's Content-Security-Policy.
	//
	// Scheme file: is there for Firefox, for which 'self' matches nothing
	// on a page that was opened from a file. ECharts places its tooltips
	// with style attributes, hence 'unsafe-inline' for styles, and for
	// those alone.
	Policy string
}

// findLibrary looks for ECharts among the assets.
func findLibrary(assets fs.FS) library {
	const (
		start = "default-src 'none'; script-src 'self' file:"
		end   = "; style-src 'self' file: 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
	)
	if _, err := fs.Stat(assets, echartsFile); err == nil {
		return library{Source: "assets/" + echartsFile, Policy: start + end}
	}
	return library{
		Source:    echartsURL,
		Integrity: echartsIntegrity,
		Policy:    start + " " + echartsURL + end,
	}
}
