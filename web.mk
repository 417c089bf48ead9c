# The web app: built once by npm's tools into web/dist, which the C build embeds (docs/web.md).
#
#   make web         build it, if something changed     make web-check   types and hints
#   make shots       pictures of every screen and of every phase of the games into shots/

WEB_DIST = web/dist/index.html
WEB_SOURCES = $(shell find web games/*/web games/*/strings games/*/rules.*.md src/rules/strings \
	-path web/dist -prune -o -type f -print 2>/dev/null) package-lock.json

.PHONY: web web-check shots

web: setup $(WEB_DIST)

$(WEB_DIST): $(WEB_SOURCES) | setup
	$(call say,building the web app)
	@npm run --silent build > $(BUILD)/web.log 2>&1 || { cat $(BUILD)/web.log; exit 1; }
	@touch $@

web-check: setup
	@npm run --silent check

shots: web $(BUILD)/release/build.ninja lexicon
	@$(NINJA) $(BUILD)/release unisono
	@node tests/e2e/shots.mjs $(BUILD)/release/unisono shots
	@for game in games/*/; do \
		echo "unisono: playing $$(basename $$game) for its pictures"; \
		SHOTS=shots node tests/e2e/$$(basename $$game).mjs $(BUILD)/release/unisono > $(BUILD)/shots.log 2>&1 || \
			{ cat $(BUILD)/shots.log; exit 1; }; \
	done
	@echo "unisono: $$(ls shots | wc -l) pictures in shots/"
