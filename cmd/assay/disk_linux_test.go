package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestFullDisk: a run whose disk fills up says so and ends with 1.
func TestFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("it takes root to mount a small file system")
	}
	small := t.TempDir()
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=32k"); err != nil {
		t.Skipf("cannot mount a small file system: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	module := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":            "module example.com/m\n\ngo 1.26\n",
		"x/experiment.yaml": "title: T\nquestion: Q?\ncompare: variant\nbaseline: goroutine\n",
		"x/x_test.go":       standIn,
	} {
		file := filepath.Join(module, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(module)
	var stdout, stderr bytes.Buffer
	status := assay(t.Context(), []string{"run", "-quick", "-rounds=100", "-capture=none", "-o", small}, &stdout, &stderr)
	if status != 1 || !strings.Contains(stderr.String(), "assay run: the disk is full: ") {
		t.Errorf("exit status %d\n%s%s", status, &stdout, &stderr)
	}
	if strings.Contains(stderr.String(), "panic") {
		t.Errorf("it panicked:\n%s", &stderr)
	}
}
