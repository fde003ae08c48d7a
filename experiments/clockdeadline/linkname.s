// This file is empty. The compiler takes a function without a body only in a
// package that has assembly; see nanotime_test.go.
