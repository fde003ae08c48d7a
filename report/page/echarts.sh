#!/bin/sh
# Copies ECharts from its npm package into assets/, from where it is embedded
# into the program. The version and the hash stand in assets.go. Without npm,
# or without a network, pages refer to a pinned address instead.
set -eu
cd "$(dirname "$0")"

constant() { sed -n "s/^[[:space:]]*$1[[:space:]]*= \"\(.*\)\"\$/\1/p" assets.go; }
version=$(constant echartsVersion)
want=$(constant echartsIntegrity)
if [ -z "$version" ] || [ -z "$want" ]; then
	echo "echarts.sh: assets.go does not say which version and hash to take" >&2
	exit 1
fi

without() {
	echo "$1: reports will load ECharts $version from the network." >&2
	exit 0
}
command -v npm >/dev/null 2>&1 || without "npm is not installed"
command -v node >/dev/null 2>&1 || without "node is not installed"

integrity() {
	node -e '
		const data = require("fs").readFileSync(process.argv[1]);
		const hash = require("crypto").createHash("sha384").update(data).digest("base64");
		console.log("sha384-" + hash);
	' "$1"
}

for file in echarts.min.js LICENSE-echarts NOTICE-echarts; do
	[ -f "assets/$file" ] || missing=$file
done
if [ -z "${missing-}" ] && [ "$(integrity assets/echarts.min.js)" = "$want" ]; then
	exit 0
fi

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
(cd "$temp" && npm pack --silent "echarts@$version" >/dev/null) ||
	without "npm could not fetch the package"
tar -xzf "$temp/echarts-$version.tgz" -C "$temp" \
	package/dist/echarts.min.js package/LICENSE package/NOTICE
got=$(integrity "$temp/package/dist/echarts.min.js")
if [ "$got" != "$want" ]; then
	echo "echarts.sh: echarts $version has the hash $got, assets.go wants $want" >&2
	exit 1
fi

# The script comes last: where it is, its licence is too.
cp "$temp/package/LICENSE" assets/LICENSE-echarts
cp "$temp/package/NOTICE" assets/NOTICE-echarts
cp "$temp/package/dist/echarts.min.js" assets/.echarts.min.js
mv assets/.echarts.min.js assets/echarts.min.js
