# Two commands do everything: make experiments, and make test.
# Needed: Go and make. With npm the reports work without a network.

.DEFAULT_GOAL := help
.PHONY: help experiments quick causes causes-tally selftest report test check unit cross assets clean FORCE

# RUN picks experiments by name: make experiments RUN='taskreuse lockswap'
RUN ?=
# FLAGS goes to assay run as it is: make experiments FLAGS='-rounds 20 -seed 7'
FLAGS ?=

ASSAY := bin/assay

help: ## print this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  make experiments RUN='taskreuse lockswap'   runs only these"

experiments: $(ASSAY) ## run the catalogue and render it (a bit over twenty minutes)
	$(ASSAY) run $(FLAGS) $(RUN)

quick: $(ASSAY) ## take a tour: fewer rounds, less evidence (about four minutes)
	$(ASSAY) run -quick $(FLAGS) $(RUN)

causes: $(ASSAY) ## try the findings on pairs of which the cause is known (about six minutes)
	$(ASSAY) run -rounds 12 -layouts 1 -capture cpu,allocs,mutex,block,wall $(FLAGS) ./testdata/causes
	go run ./testdata/causes/cmd/causes results/latest

# RECORD is the record of the bank that causes-tally prints again.
RECORD ?= results/latest
causes-tally:
	go run ./testdata/causes/cmd/causes $(RECORD)

selftest: $(ASSAY) ## measure assay itself on this machine (an hour; FLAGS=-quick for five minutes)
	$(ASSAY) selftest $(FLAGS)

report: $(ASSAY) ## render the latest record again
	$(ASSAY) report results/latest

test: check unit cross ## run every test

clean: ## remove what was built, and keep the records in results
	rm -rf bin
	rm -f report/page/assets/echarts.min.js report/page/assets/LICENSE-echarts report/page/assets/NOTICE-echarts

# go build decides what is up to date.
$(ASSAY): assets FORCE
	go build -o $@ ./cmd/assay

assets: report/page/assets/echarts.min.js

# The charts come from npm, pinned and checked. Without npm this says so, and
# pages refer to the pinned address on the network instead.
report/page/assets/echarts.min.js:
	@sh report/page/echarts.sh

STATICCHECK := honnef.co/go/tools/cmd/staticcheck@v0.8.2

check:
	@unformatted=$$(gofmt -l cmd variants experiments profiler report testdata); \
	if [ -n "$$unformatted" ]; then echo "not formatted, run gofmt -w:"; echo "$$unformatted"; exit 1; fi
	go vet ./... ./testdata/causes/...
	go run $(STATICCHECK) ./... ./testdata/causes/...

# The race detector needs a C compiler. Where there is none, tests run without.
unit: assets
	@if [ "$$(go env CGO_ENABLED)" = 1 ] && command -v "$$(go env CC)" >/dev/null; \
	then echo "go test -race ./..."; go test -race -timeout 10m ./...; \
	else echo "go test ./... (no C compiler, so without -race)"; go test -timeout 10m ./...; fi

PLATFORMS := linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

cross:
	@for p in $(PLATFORMS); do \
		echo "go vet ./... for $$p"; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go vet ./... ./testdata/causes/... || exit 1; \
		CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null ./cmd/assay || exit 1; \
	done

FORCE:
