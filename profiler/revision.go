package profiler

import (
	"context"
	"os/exec"
	"strings"
	"time"
)

// revision returns the git revision of a work tree, and whether the tree
// differs from it. Without git, or outside of a repository, it is empty.
func revision(ctx context.Context, dir string) (hash string, dirty bool) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	git := func(args ...string) (string, error) {
		cmd := exec.CommandContext(ctx, "git", args...)
		cmd.Dir = dir
		out, err := cmd.Output()
		return strings.TrimSpace(string(out)), err
	}
	hash, err := git("rev-parse", "HEAD")
	if err != nil {
		return "", false
	}
	status, err := git("status", "--porcelain")
	return hash, err == nil && status != ""
}
