package causes

import "testing"

const accounts = 48

// An account takes 512 bytes.
type account struct {
	months  [63]int
	balance int
}

func accountsOf(n int) []account {
	list := make([]account, n)
	for i := range list {
		list[i].balance, list[i].months[i] = i, i
	}
	return list
}

func largeCopyWithout(b *testing.B) {
	list := accountsOf(accounts)
	for b.Loop() {
		sink += balanceInPlace(list)
	}
}

func balanceInPlace(list []account) int {
	total := 0
	for i := range list {
		total += list[i].balance + list[i].months[i]
	}
	return total
}

// The loop's variable is a copy of each account.
func largeCopyWith(b *testing.B) {
	list := accountsOf(accounts)
	for b.Loop() {
		sink += balance(list)
	}
}

func balance(list []account) int {
	total := 0
	for i, a := range list {
		total += a.balance + a.months[i]
	}
	return total
}
