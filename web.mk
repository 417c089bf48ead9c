# The web app: built once by npm's tools into web/dist, which the C build embeds (docs/web.md).
#
#   make web         build it, if something changed     make web-check   types and hints
#   make shots       pictures of every screen and of every phase of the games, and contact sheets of the scenes, into shots/,
#                    and the games' big moments, moving, into docs/pictures (games/ID/moment.json)
#   make laws        the laws of layout over all stories, with a picture of each violation in shots/laws (LAWS="--game ID
#                    --screen table --size 1280x720 --lang de --seats 8" for some; tests/layout/check.mjs)
#   make lighthouse  what Lighthouse says to every kind of screen, and how long a slow phone waits for one
#   make engines     a whole game of each kind and the laws of layout on other engines: WebKit, Firefox, old Chromiums
#                    (ENGINES="webkit 64": only these; FRESH=1: also what has been good already with this program)

WEB_DIST = web/dist/index.html
WEB_SOURCES = $(shell find web games/*/web games/*/strings games/*/scenes games/*/rules.*.md games/*/decks src/rules/strings \
	-path web/dist -prune -o -type f -print 2>/dev/null) package-lock.json

.PHONY: web web-check shots laws lighthouse engines

web: setup $(WEB_DIST)

$(WEB_DIST): $(WEB_SOURCES)
	$(call say,building the web app)
	@$(NODE) node_modules/vite/bin/vite.js build --config web/vite.config.ts > $(BUILD)/web.log 2>&1 || { cat $(BUILD)/web.log; exit 1; }
	@touch $@

web-check:
	@$(NODE) node_modules/svelte-check/bin/svelte-check --tsconfig web/tsconfig.json --fail-on-warnings \
		--compiler-warnings state_referenced_locally:ignore

shots: setup-test web $(BUILD)/release/build.ninja lexicon
	@$(NINJA) $(BUILD)/release unisono
	@$(NODE) tests/e2e/shots.mjs $(BUILD)/release/unisono shots
	@$(NODE) tests/e2e/sheets.mjs shots
	@for game in games/*/; do \
		echo "unisono: playing $$(basename $$game) for its pictures"; \
		SHOTS=shots $(NODE) $${game}test.mjs $(BUILD)/release/unisono > $(BUILD)/shots.log 2>&1 || \
			{ cat $(BUILD)/shots.log; exit 1; }; \
	done
	@$(NODE) tests/layout/shots.mjs $(BUILD)/release/unisono shots/stories
	@$(NODE) tests/layout/films.mjs $(BUILD)/release/unisono docs/pictures
	@$(NODE) tests/e2e/front.mjs $(BUILD)/release/unisono docs/pictures
	@echo "unisono: $$(find shots -type f | wc -l) pictures in shots/"

LAWS ?= --all
laws: setup-test web $(BUILD)/release/build.ninja lexicon
	@$(NINJA) $(BUILD)/release unisono
	@$(NODE) tests/layout/check.mjs $(BUILD)/release/unisono --pictures shots/laws $(LAWS)

# Lighthouse brings more packages than the rest of the project, so it comes only when it is asked for.
tools/lighthouse/node_modules/.installed-lock.json: tools/lighthouse/package-lock.json
	@tools/setup lighthouse

lighthouse: setup-test web $(BUILD)/release/build.ninja tools/lighthouse/node_modules/.installed-lock.json
	@$(NINJA) $(BUILD)/release unisono
	@$(NODE) bench/first_screen.mjs $(BUILD)/release/unisono
	@$(NODE) tools/lighthouse/run.mjs $(BUILD)/release/unisono

# Other engines are large, so they come only when they are asked for. First what can be known without them: nothing in either
# bundle is too new.
engines: web $(BUILD)/release/build.ninja lexicon
	@tools/setup engines
	@$(NODE) tests/web_features.mjs .
	@$(NODE) tests/old_bundle.mjs .
	@$(NINJA) $(BUILD)/release unisono
	@$(NODE) tests/engines/run.mjs $(BUILD)/release/unisono $(if $(FRESH),--fresh) $(ENGINES)
