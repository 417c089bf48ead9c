# A thin front to meson. `make play` and `make test` are all anybody needs; the rest is for developers.
#
#   make play      build and start          make bench     measure, one line of JSON a figure
#   make test      build and run all tests  make fuzz      run every fuzzer (FUZZ_SECONDS=600)
#   make test-long and what takes longer    make setup     install what is missing, for playing
#   make format    format the code          make lint      clang-tidy
#   make web       build the web app        make shots     pictures of every screen
#   make e2e       all browser tests        make lighthouse  judge the screens on a slow phone
#   make engines   WebKit, Firefox, old Chromiums (docs/web.md)
#   make protocol  describe the protocol    (docs/protocol and the types of the web app)
#   make lexicon   compile the word files   make lexicon-report  measure their quality
#   make bots-report  how well bots play (BOT_GAMES=1000 games a figure: half an hour)
#   make threads   what several threads share, watched by ThreadSanitizer
#   make torture   everything hostile, for TORTURE_SECONDS=3600
#   make cluster   three nodes over a PostgreSQL quorum behind HAProxy, on this machine (CLUSTER_PORT=8080)
#   make cluster-test  several nodes and the engine below them fail, CLUSTER_FAULTS=300 times (CLUSTER_OPTIONS='--seed 7 --seconds 600')
#   make deb       Debian packages (deb-all: amd64 and arm64)
#   make package-test  install, play, upgrade, remove in a fresh Debian; make play-test  make play in one, from nothing
#   make image     container image          make image-test  start it and play
#   make release   build twice, compare, try, sign (RELEASE_KEY=…)
#   make clean     remove what was built

MAKEFLAGS += --no-print-directory
BUILD = build
NINJA = ninja --quiet -C
QUIET = > $(BUILD)/setup.log 2>&1 || { cat $(BUILD)/setup.log; exit 1; }
FUZZ_SECONDS ?= 600
TORTURE_SECONDS ?= 3600
CLUSTER_FAULTS ?= 300
CLUSTER_PORT ?= 8080
BOT_GAMES ?= 1000
# The project's own Node.js, where tools/setup found the system's too old. Looked for when it is used.
NODE = $(or $(wildcard tools/node/node_modules/node-*/bin/node),node)
say = @echo "unisono: $(1)"

.PHONY: play test test-long e2e bench bots-report fuzz threads torture cluster cluster-test format protocol lint clean setup setup-test deb deb-all package-test play-test release release-ready image image-test
.DEFAULT_GOAL := play
# Setting up comes first, whoever asks for many jobs; ninja and meson do things side by side.
.NOTPARALLEL:

# What playing needs, and what tests need besides. Tools for editing (format, lint) install nothing.
setup:
	@tools/setup
	@mkdir -p $(BUILD)

setup-test:
	@tools/setup test
	@mkdir -p $(BUILD)

# Undefined behaviour fails its test: it would only be told in the log.
SANITIZED = UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1

# One folder per way of building. Meson notices changed options by itself; what a setup that was cut short has left it does not take.
$(BUILD)/release/build.ninja:
	$(call say,configuring the release build)
	@rm -rf $(@D) && meson setup $(@D) --buildtype=release -Dbench=true $(QUIET)

$(BUILD)/test/build.ninja:
	$(call say,configuring the test build (gcc with sanitizers))
	@rm -rf $(@D) && CC=gcc meson setup $(@D) --buildtype=debugoptimized -Dtests=true \
		-Db_sanitize=address,undefined $(QUIET)

$(BUILD)/clang/build.ninja:
	$(call say,configuring the clang build with fuzzers)
	@rm -rf $(@D) && CC=clang meson setup $(@D) --buildtype=debugoptimized -Dfuzzers=true \
		-Db_sanitize=address,undefined -Db_lundef=false $(QUIET)

$(BUILD)/threads/build.ninja:
	$(call say,configuring the build for ThreadSanitizer)
	@rm -rf $(@D) && CC=gcc meson setup $(@D) --buildtype=debugoptimized -Dtests=true -Db_sanitize=thread $(QUIET)

# A table can be played without a lexicon: it is compiled while people find their seats, and the server takes it when
# it is there. The tests ask for it first. Most of the program is compiled while the web app, which it holds, is being built, if
# there is memory for both.
play: setup $(BUILD)/release/build.ninja
	$(call say,building)
	@memory=$$(awk '/^MemAvailable/ { print int($$2 / 1000) }' /proc/meminfo); \
	if [ "$${memory:-0}" -gt 1500 ]; then $(NINJA) $(BUILD)/release without-web; fi & most=$$!; \
	$(MAKE) $(WEB_DIST) || { wait; exit 1; }; wait $$most
	@$(NINJA) $(BUILD)/release unisono
	@$(MAKE) lexicon > $(BUILD)/lexicon.log 2>&1 || echo "unisono: no dictionary: words are judged by their letters ($(BUILD)/lexicon.log)" & \
	$(BUILD)/release/unisono serve

test: setup-test web $(BUILD)/test/build.ninja $(BUILD)/clang/build.ninja lexicon
	$(call say,building with gcc)
	@$(NINJA) $(BUILD)/test
	$(call say,building with clang)
	@$(NINJA) $(BUILD)/clang
	$(call say,running the tests)
	@rm -f $(BUILD)/*/meson-logs/testlog.junit.xml
	@$(SANITIZED) meson test -C $(BUILD)/test --no-rebuild --num-processes 4 --print-errorlogs --no-suite e2e-long || true
	$(call say,running the fuzzers for a short while)
	@meson test -C $(BUILD)/clang --no-rebuild --print-errorlogs || true
	@python3 tools/test-summary.py $(BUILD)/test/meson-logs/testlog.junit.xml \
		$(BUILD)/clang/meson-logs/testlog.junit.xml

# All of it, as before an issue is called done: what make test has no time for.
test-long: test e2e

# The browser tests alone, and the whole games, two minutes of work, which make test leaves out.
e2e: setup-test web $(BUILD)/test/build.ninja lexicon
	@tools/setup cluster
	@$(NINJA) $(BUILD)/test
	@$(SANITIZED) meson test -C $(BUILD)/test --no-rebuild --num-processes 4 --print-errorlogs --suite e2e --suite e2e-long

bench: setup-test web $(BUILD)/release/build.ninja lexicon
	@$(NINJA) $(BUILD)/release
	@$(BUILD)/release/bench/bench-rules
	@$(BUILD)/release/bench/bench-store
	@$(BUILD)/release/bench/bench-lexicon $(BUILD)/lexicon
	@$(BUILD)/release/bench/bench-net $(BUILD)/release/bench/bench-floor
	@python3 bench/server.py $(BUILD)/release/unisono $(BUILD)/release/bench
	@python3 bench/crowd.py $(BUILD)/release/unisono
	@$(BUILD)/release/bench/bench-scale
	@tools/setup cluster
	@python3 bench/cluster.py $(BUILD)/release/unisono
	@$(NODE) bench/drag.mjs $(BUILD)/release/unisono
	@$(NODE) bench/stage.mjs $(BUILD)/release/unisono

# Fails where a figure misses its goal (docs/bots.md).
bots-report: setup-test $(BUILD)/release/build.ninja lexicon
	@$(NINJA) $(BUILD)/release unisono
	@python3 bench/bots.py $(BUILD)/release/unisono . $(BOT_GAMES)

fuzz: setup-test $(BUILD)/clang/build.ninja
	@$(NINJA) $(BUILD)/clang
	@tests/fuzz/run $(BUILD)/clang/tests/fuzz $(FUZZ_SECONDS)

# Threads think, commit, fold and speak to PostgreSQL: the tests that make them work, and the whole server under load. A race
# ends the program. Addresses are where the sanitizer expects them (setarch).
threads: setup-test web $(BUILD)/threads/build.ninja lexicon
	@TSAN_OPTIONS=halt_on_error=1 meson test -C $(BUILD)/threads --num-processes 2 --print-errorlogs --timeout-multiplier 4 --wrapper 'setarch -R' \
		think room-bots store-suite store-file store-disk store-use store-pg server-pg server-bots server-crash server-deal server-leavers

# To be tried out and broken; Ctrl-C ends all of it (docs/cluster.md).
cluster: setup web $(BUILD)/release/build.ninja lexicon
	@tools/setup cluster
	@$(NINJA) $(BUILD)/release unisono
	@contrib/cluster/try $(BUILD)/release/unisono --port $(CLUSTER_PORT) --lexicon $(BUILD)/lexicon

# Nodes are killed, frozen and stopped, and the engine fails over, while people play; an oracle reads the log at the end.
cluster-test: setup-test web $(BUILD)/test/build.ninja
	@tools/setup cluster
	@$(NINJA) $(BUILD)/test unisono tests/server/libfault.so tests/cluster/unisono-older
	@python3 tests/cluster/faults.py $(BUILD)/test/unisono . --faults $(CLUSTER_FAULTS) --other $(BUILD)/test/tests/cluster/unisono-older $(CLUSTER_OPTIONS)

# Everything that is hostile, for a time that all of them share; each tells at its end how often it tried what.
torture: setup-test web $(BUILD)/test/build.ninja
	@$(NINJA) $(BUILD)/test unisono tests/server/libfault.so
	@python3 tools/torture.py $(BUILD)/test/unisono $(TORTURE_SECONDS) tests/server/crash.py tests/server/hostile_*.py

# The packages of the commit that is checked out, for this machine, in build/deb; word lists are in them, no lexicon.
deb: setup lexicon-lists
	@tools/setup package
	$(call say,building the packages)
	@tools/package/deb

# What is given away and tested is for these: this machine's built here, others across (ARCHITECTURES=amd64: only that).
ARCHITECTURES ?= amd64 arm64
deb-all: setup lexicon-lists
	@tools/setup package
	$(call say,building the packages for $(ARCHITECTURES))
	@tools/package/deb $(ARCHITECTURES)

# In fresh Debians, one an architecture: an earlier package, an upgrade to today's while people play, the end. On this machine's
# own kind the earlier one is the parent commit's.
package-test: deb-all
	@! echo " $(ARCHITECTURES) " | grep -q " $$(dpkg --print-architecture) " || { echo "unisono: building the packages of the parent commit"; \
		tools/package/deb -c HEAD^ -o $(BUILD)/deb-parent; }
	@for arch in $(ARCHITECTURES); do tools/package/test $(BUILD)/deb $(BUILD)/deb-parent $$arch || exit 1; done

# make play on a new machine, from nothing: what it brings, and how soon people can sit down.
play-test: $(BUILD)/release/build.ninja
	@tools/setup package
	@$(NINJA) $(BUILD)/release unisono
	@tools/package/play-test

# Everything that is given away, built twice and compared, tried as the packages and images of a commit are; signed with
# RELEASE_KEY=… (what gpg knows it by). What would prevent it is said before an hour of work.
release: release-ready test
	@tools/setup image
	@tools/package/release "$(ARCHITECTURES)" $(RELEASE_KEY)

release-ready:
	@tools/package/release -r "$(ARCHITECTURES)" $(RELEASE_KEY)

# Container images of those packages, by Debian's own tools, and a test that starts them as far as this machine allows.
image: deb-all
	@tools/setup image
	@for arch in $(ARCHITECTURES); do tools/package/image $$arch || exit 1; done

image-test: image $(BUILD)/release/build.ninja
	@$(NINJA) $(BUILD)/release unisono
	@for arch in $(ARCHITECTURES); do tools/package/image-test $$arch || exit 1; done

format:
	@git ls-files '*.c' '*.h' | xargs clang-format -i

# After a table of orders, actions, facts or options has changed: a test asks for it.
protocol: setup-test $(BUILD)/test/build.ninja
	@$(NINJA) $(BUILD)/test unisono
	@$(BUILD)/test/unisono protocol --schema docs/protocol --typescript .

lint: $(BUILD)/clang/build.ninja
	@$(NINJA) $(BUILD)/clang
	@git ls-files 'src/*.c' 'games/*.c' ':!games/*/test*.c' | xargs clang-tidy --quiet -p $(BUILD)/clang

clean:
	@rm -rf $(BUILD) web/dist

-include lexicon.mk
-include web.mk
