// Package flame turns a profile into the tree that a flame graph draws. It
// stands between the record and the page, which draws one arm's tree, or what
// two trees differ by.
package flame
