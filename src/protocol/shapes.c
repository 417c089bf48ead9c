#include "protocol/shapes.h"

#include "room/message.h"
#include "rules/bot.h"
#include "rules/crowd.h"

/* clang-format off */
const struct shape shapes[] = {
    {"Language", NULL, SHAPE_PART, false, "languages", {{0}}},
    {"BotLevel", NULL, SHAPE_PART, false, BOT_LEVEL_NAMES, {{0}}},
    {"OptionValue", "A value of an option, as text: \"true\", \"30\", \"advise\".", SHAPE_PART, false, "text", {{0}}},
    {"Reaction", "A sign without words.", SHAPE_PART, false, REACTIONS, {{0}}},
    {"Args", NULL, SHAPE_PART, false, "args", {{0}}},

    /* ---- what clients say ---- */
    {"Create", NULL, SHAPE_PART, false, NULL, {
        {"language", "Language", NULL},
        {"game?", "text", NULL},
    }},
    {"Seen", NULL, SHAPE_PART, false, NULL, {
        {"epoch", "text", NULL},
        {"rev", "int", NULL},
    }},
    {"Hello", "The first message of a connection: with `create` a new room, else `room`.", SHAPE_CLIENT, false, NULL, {
        {"hello", "=1", "version of the protocol"},
        {"token", "token", "drawn at random by the client, and kept by it: it is the guest"},
        {"create?", "Create", NULL},
        {"room?", "text", "a code as it was typed"},
        {"screen?", "bool", "a table screen"},
        {"tv?", "true", "a television that waits for a table: neither `create` nor `room`"},
        {"seen?", "Seen", "what the client still has from before"},
        {"mend?", "bool", "can be sent what has changed inside a section"},
        {"deal?", "bool", "can take part in a deal: pledges a part of the chance, and shows it"},
        {"ticket?", "text", "of a device whose players are about to come here: the door is open"},
    }},
    {"Ping", NULL, SHAPE_CLIENT, false, NULL, {
        {"ping", "int", NULL},
    }},
    {"Knocking", "Who it is that wants to come in.", SHAPE_CLIENT, false, NULL, {
        {"knock", "text", NULL},
    }},

    /* ---- sections of the room ---- */
    {"Info", NULL, SHAPE_PART, false, NULL, {
        {"code", "code", NULL},
        {"language", "Language", NULL},
        {"locked", "bool", NULL},
        {"clocks", "usual|double|five|ten|off", "how much time people have at this table"},
        {"filter?", "off|moderate|strict", "which names and words the table does not take, as the host has chosen; missing: by pack"},
        {"host", "int", "a guest; 0: nobody yet"},
        {"second?", "int", "a guest who may do nearly all that the host may"},
        {"places?", "int", "for players; missing: as many as there can be"},
        {"veiled?", "text[]", "words that no screen shows in this game"},
        {"hidden?", "true", "screens do not show the code"},
        {"kept?", "text", "the table is kept, under this name: its evenings are remembered"},
        {"tonight?", "true", "the evening is over: screens show what it was"},
        {"password?", "true", "who is new is asked for one"},
        {"letters?", "true", "no dictionary of the language is there (yet): words are judged by their letters"},
        {"url?", "text", "what a QR code should say; missing: the client's own origin"},
    }},
    {"Person", NULL, SHAPE_PART, false, NULL, {
        {"player", "int", NULL},
        {"name", "text", NULL},
        {"mark", "int", NULL},
        {"seat", "seat", "-1: not in the running game"},
        {"guest?", "int", "missing: a bot, or somebody who left"},
        {"here?", "bool", "of people: a device of theirs is connected"},
        {"bot?", "BotLevel", "a bot, or one that plays for a person"},
        {"left?", "true", "rose during the game; named by its seat until the table is left"},
        {"youngest?", "true", NULL},
        {"learning?", "true", "the table's language: this seat gets hints, and more time"},
    }},
    {"Visitor", "A device without a player, or one that knocks.", SHAPE_PART, false, NULL, {
        {"visitor", "int", NULL},
        {"guest?", "int", "missing: has not done anything yet"},
        {"screen?", "true", NULL},
        {"name?", "text", "who it says it is: of one that knocks"},
    }},
    {"Claim", "A device that asks the host for a player.", SHAPE_PART, false, NULL, {
        {"visitor", "int", "of the device that asks"},
        {"player", "int", NULL},
    }},
    {"Guests", "Who is connected without a player. A crowd is told in round numbers.", SHAPE_PART, false, NULL, {
        {"screens", "int", NULL},
        {"watchers", "int", NULL},
        {"visitors?", "Visitor[]", "of them, those that came last"},
        {"knocks?", "Visitor[]", "who waits for the host to let them in"},
        {"claims?", "Claim[]", "who asks for a player whose device is away"},
    }},
    {"Problem", "Why what the lobby has chosen cannot start.", SHAPE_PART, false, NULL, {
        {"key", "text", NULL},
        {"limit?", "int", NULL},
    }},
    {"Lobby", NULL, SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"options", "map OptionValue", NULL},
        {"teams?", "int[]", "where there are some: the team of each person, in the order of seats"},
        {"won?", "map int", "levels this room has won in this game and language, with their best scores"},
        {"games?", "int", "begun in this room so far; missing: none"},
        {"problem?", "Problem", NULL},
        {"ended?", "edition|long|other|practice", "why the last game ended before its time: its rules have changed, it went on for too long, the rules here would have played it otherwise, or it was for practice"},
    }},
    {"TableInfo", NULL, SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"language", "Language", NULL},
        {"seats", "int[]", "players by seat; 0: nobody any more"},
        {"number", "int", "counts the room's games"},
        {"running", "bool", "whether the table's clock runs"},
        {"slow?", "int", "so many milliseconds one of the table takes now; missing: 1"},
        {"over", "bool", NULL},
        {"opening?", "int", "it has yet to begin: milliseconds from where its clock began, or was set by `go`, to 0"},
        {"practice?", "true", "it does not count and ends after its first round"},
        {"keepsake?", "text", "it is over, and what stays of it is found at /k/ and this"},
        {"teams?", "int[]", "where there are some: the team of each seat"},
        {"harder", "bool", "there is a level above"},
        {"options", "map OptionValue", NULL},
        {"pictures?", "text[]", "where the table has brought some: which are played with, as set/name, by their numbers"},
    }},
    {"OwnDeck", "A deck that the table has brought.", SHAPE_PART, false, NULL, {
        {"deck", "int", NULL},
        {"edition", "int", "counts the changes of its text"},
        {"game", "text", NULL},
        {"kind", "text", NULL},
        {"name", "text", NULL},
        {"language", "Language", NULL},
        {"entries", "int", NULL},
        {"cards", "int", NULL},
        {"use", "off|mix|only", "not dealt, mixed with the game's, or instead of it"},
    }},
    {"Pledge", "Of a part that its device will show.", SHAPE_PART, false, NULL, {
        {"guest", "int", NULL},
        {"pledge", "text", "SHA-256 of the seal and the part (docs/protocol.md)"},
    }},
    {"DealNext", "The chance of the next game is sealed.", SHAPE_PART, false, NULL, {
        {"number", "int", "of that game: it begins with this seal and no other"},
        {"seal", "text", "SHA-256 of a secret that is shown when the game is over"},
        {"table?", "text", "with the pledges: SHA-256 of what the table brings into the game (docs/log-format.md)"},
        {"pledges?", "Pledge[]", "the game is about to begin: whose parts count, and which; each shows its own now"},
    }},
    {"DealPart", NULL, SHAPE_PART, false, NULL, {
        {"seat", "int", "the first of its device"},
        {"part", "text", NULL},
    }},
    {"DealGame", "What the chance of the running or last game is made of.", SHAPE_PART, false, NULL, {
        {"number", "int", "of the game, as in the table's section"},
        {"seal", "text", NULL},
        {"table?", "text", "as it was told with the pledges; it is in the seed"},
        {"parts", "DealPart[]", NULL},
        {"out", "int[]", "seats of people whose device has no part in it"},
        {"secret?", "text", "the game is over: every draw can be computed again"},
    }},
    {"DealSection", NULL, SHAPE_PART, false, NULL, {
        {"next?", "DealNext", NULL},
        {"game?", "DealGame", NULL},
    }},
    {"CrowdAsks", "What those who look on are asked.", SHAPE_PART, false, NULL, {
        {"question", "int", "never again in this game"},
        {"kind", CROWD_KIND_NAMES, NULL},
        {"of?", "int", "of a choice or an order: things, from 0"},
        {"most?", "int", "so many of them are put in an order"},
        {"about?", "int", "what it is about, as the game's screens know"},
        {"initial?", "text", "of a word"},
        {"edge?", "int", "of a point: both numbers lie between this and its negative"},
    }},
    {"CrowdBest", NULL, SHAPE_PART, false, NULL, {
        {"count", "int", "how many said it; of an order its points"},
        {"word?", "text", NULL},
        {"thing?", "int", NULL},
        {"name?", "text", "of the thing, where the game names it"},
    }},
    {"CrowdSaid", "What those who look on said.", SHAPE_PART, false, NULL, {
        {"question", "int", NULL},
        {"kind", CROWD_KIND_NAMES, NULL},
        {"answers", "int", NULL},
        {"best", "CrowdBest[]", "the first of them first"},
        {"x?", "int", "of points: the middle …"},
        {"y?", "int", NULL},
        {"spread?", "int", "… and how far from it they are on average"},
    }},
    {"CrowdSection", NULL, SHAPE_PART, false, NULL, {
        {"asks?", "CrowdAsks", NULL},
        {"said?", "CrowdSaid", "in the running or last game, once the players' own answers were known"},
    }},
    {"RoomSections", NULL, SHAPE_PART, false, NULL, {
        {"info?", "Info", NULL},
        {"people?", "Person[]", "in the order of seats"},
        {"guests?", "Guests", NULL},
        {"lobby?", "Lobby", NULL},
        {"table?", "TableInfo|null", "null in the lobby"},
        {"decks?", "OwnDeck[]", "that the table has brought"},
        {"crowd?", "CrowdSection", "those who look on"},
        {"deal?", "DealSection", "the chance of the next game and of this one"},
    }},

    /* ---- sections of every game ---- */
#include "rules/core_shapes.def"

    {"GlossWord", NULL, SHAPE_PART, false, NULL, {
        {"word", "text", NULL},
        {"means?", "text", "in the language that was asked for, where the dictionary is sure"},
    }},
    {"Gloss", "What a text on the table means.", SHAPE_PART, false, NULL, {
        {"text", "text", NULL},
        {"means?", "text", "as its deck says; else word by word"},
        {"words", "GlossWord[]", NULL},
    }},
    {"DeckFault", "What is wrong with a line of a draft.", SHAPE_PART, false, NULL, {
        {"line", "int", "from 1; 0: the draft as a whole"},
        {"flaw", "text", NULL},
        {"with?", "int", "of what is there twice: the line that says it first"},
    }},
    {"DeckReport", "A draft of a deck, checked.", SHAPE_PART, false, NULL, {
        {"lines", "int", NULL},
        {"entries", "int", NULL},
        {"cards", "int", NULL},
        {"wrong", "int", "faults that have to be mended"},
        {"faults", "int", "all of them, also what is only advice"},
        {"first", "DeckFault[]", "the first of these"},
    }},

    /* ---- parts of frames ---- */
    {"Reason", "A text to be translated: `refusal.<game>.<key>`, else `refusal.<key>`.", SHAPE_PART, false, NULL, {
        {"key", "text", NULL},
        {"args?", "Args", NULL},
        {"insist?", "bool", NULL},
    }},
    {"Welcome", NULL, SHAPE_PART, false, NULL, {
        {"room", "code", NULL},
        {"guest", "int", "0: has not done anything yet"},
        {"n", "int", "the last request of this guest that was applied"},
        {"now", "int", "milliseconds since 1970"},
        {"version", "text", NULL},
    }},
    {"Changes", "What has changed inside an object or a list: a name or index has its new value, null if it is gone; with a `~` after it, changes of its own.", SHAPE_PART, true, NULL, {
        {0},
    }},
    {"ViewChange", NULL, SHAPE_PART, false, NULL, {
        {"seat", "seat", "-1: an onlooker"},
        {"fresh?", "bool", "forget all older sections"},
        {"set?", "Sections", NULL},
        {"drop?", "text[]", "sections that are no longer there"},
        {"only?", "text[]", "after a gap: all sections there are"},
    }},
    {"Fact", "What happened; arguments by the game's schema.", SHAPE_PART, true, NULL, {
        {"is", "text", NULL},
    }},
    {"Keepsake", "What stays of a game that is over.", SHAPE_PART, false, NULL, {
        {"address", "text", "its page is at /k/ and this"},
        {"game", "text", NULL},
        {"ended", "int", "milliseconds since 1970"},
    }},
    {"MemoryPerson", "Somebody whom a table that is kept remembers.", SHAPE_PART, false, NULL, {
        {"person", "int", NULL},
        {"name", "text", NULL},
        {"mark", "int", NULL},
        {"games", "int", NULL},
        {"wins", "int", NULL},
        {"since", "int", NULL},
        {"x", "int", "place in the constellation, 0 to 1000"},
        {"y", "int", NULL},
        {"mine?", "true", "this device's"},
        {"namesake?", "int", "another person of this name, who was there before: perhaps the same"},
    }},
    {"MemoryPair", "How often two people met, and how often strangers at this table would have.", SHAPE_PART, false, NULL, {
        {"persons", "pair int", NULL},
        {"tries", "int", NULL},
        {"hits", "int", NULL},
        {"chance", "int", "hits that a stranger would have"},
        {"above?", "int", "points above that, shrunk where tries are few; missing: there are too few"},
        {"close?", "true", "hardly by luck"},
        {"before?", "int", "what `above` was before the last evening"},
    }},
    {"MemoryGame", NULL, SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"ended", "int", "milliseconds since 1970"},
        {"outcome", "won|lost|ranked", NULL},
        {"address?", "text", "of its keepsake; missing: that was deleted"},
        {"persons", "int[]", NULL},
        {"winners", "int[]", "persons"},
        {"word?", "text", "that nobody saw coming …"},
        {"by?", "int[]", "… and who had it"},
    }},
    {"MemoryRecord", NULL, SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"record", "points|rounds", "the most points, or the fewest rounds of a game that was won together"},
        {"n", "int", NULL},
        {"before?", "int", "what it was until then"},
        {"ended", "int", NULL},
        {"persons", "int[]", NULL},
    }},
    {"MemoryWord", "A word that came back.", SHAPE_PART, false, NULL, {
        {"word", "text", NULL},
        {"language", "text", NULL},
        {"games", "int", NULL},
        {"evenings", "int", NULL},
        {"by", "int[]", NULL},
    }},
    {"MemoryLevels", "Levels of a game that this table has won.", SHAPE_PART, false, NULL, {
        {"game", "text", NULL},
        {"language", "text", NULL},
        {"levels", "int", "how many"},
        {"stars", "int", "of all of them"},
        {"highest", "int", NULL},
    }},
    {"Memory", "What a table that is kept remembers.", SHAPE_PART, false, NULL, {
        {"name", "text", NULL},
        {"kept", "int", "since when"},
        {"evening", "int", "when the last one began"},
        {"evenings", "int", NULL},
        {"persons", "MemoryPerson[]", NULL},
        {"pairs", "MemoryPair[]", "the closest first"},
        {"games", "MemoryGame[]", "the last ones, in their order"},
        {"records", "MemoryRecord[]", NULL},
        {"words", "MemoryWord[]", "that came back"},
        {"levels", "MemoryLevels[]", NULL},
        {"prompts", "int", "cards and themes that were dealt here, and are not dealt again until all were"},
    }},
    {"Tonight", "The last evening, of a table that is kept or not.", SHAPE_PART, false, NULL, {
        {"name", "text", "empty: it is not kept"},
        {"evening", "int", NULL},
        {"evenings", "int", NULL},
        {"persons", "MemoryPerson[]", NULL},
        {"games", "MemoryGame[]", NULL},
        {"closest?", "MemoryPair", "of this evening alone"},
        {"closer", "MemoryPair[]", "two who are called close since this evening"},
        {"records", "MemoryRecord[]", "set this evening"},
        {"words", "MemoryWord[]", "that came back this evening"},
    }},
    {"Draw", "Something that chance has decided, as the log has it.", SHAPE_PART, false, NULL, {
        {"record", "int", "of the game, from 1"},
        {"chance", "text", NULL},
        {"hidden?", "true", "its result went only to some"},
        {"of", "int", "so many results were possible, …"},
        {"value", "int", "… this one, from 0, was drawn, …"},
        {"item", "int", "… and this is what it is"},
    }},
    {"Happening", "A fact as the history tells it.", SHAPE_PART, false, NULL, {
        {"at", "int", NULL},
        {"fact", "Fact", NULL},
    }},
    {"Thought", "What a bot thought, once the rules have revealed it: `bot.<game>.<key>`.", SHAPE_PART, false, NULL, {
        {"seat", "int", NULL},
        {"key", "text", NULL},
        {"args?", "Args", NULL},
    }},
    {"Reacting", NULL, SHAPE_PART, false, NULL, {
        {"player", "int", NULL},
        {"sign", "Reaction", NULL},
    }},
    {"Saying", NULL, SHAPE_PART, false, NULL, {
        {"player", "int", NULL},
        {"text", "text", NULL},
    }},

    /* ---- what the server says ---- */
    {"Frame", "What one decision changed, or everything after a hello.", SHAPE_SERVER, false, NULL, {
        {"welcome?", "Welcome", NULL},
        {"ack?", "int", "the request this is the answer to: stored"},
        {"guest?", "int", "once, when the guest is given its number"},
        {"epoch?", "text", NULL},
        {"rev", "int", NULL},
        {"at?", "int", "on the table's clock; below 0 before the game begins"},
        {"room?", "RoomSections", NULL},
        {"views?", "ViewChange[]", NULL},
        {"mend?", "map Changes", "what has changed of views, by seat, in place of `views` for those who asked for it"},
        {"facts?", "Fact[]", NULL},
        {"thoughts?", "Thought[]", NULL},
    }},
    {"Ack", "Stored, and nothing to show; or done before.", SHAPE_SERVER, false, NULL, {
        {"ack", "int", NULL},
        {"again?", "bool", NULL},
    }},
    {"Refused", NULL, SHAPE_SERVER, false, NULL, {
        {"refused", "int", NULL},
        {"key", "text", NULL},
        {"args?", "Args", NULL},
        {"insist?", "bool", "only advice: may be insisted on"},
    }},
    {"Tried", NULL, SHAPE_SERVER, false, NULL, {
        {"tried", "int", "the tag of the try"},
        {"key?", "text", "missing: it would be taken"},
        {"args?", "Args", NULL},
        {"insist?", "bool", NULL},
        {"preview?", "Args", "what would count, where the game tells: its shape `Preview`"},
    }},
    {"Told", "The answer to an `ask`.", SHAPE_SERVER, false, NULL, {
        {"told", "int", "the tag of the question"},
        {"number?", "int", "of a history: the game that it is about, as in the table's section"},
        {"history?", "Happening[]", NULL},
        {"keepsakes?", "Keepsake[]", "those of this table"},
        {"memory?", "Memory", "of a table that is kept"},
        {"tonight?", "Tonight", NULL},
        {"picture?", "text", "of the evening, as SVG"},
        {"draws?", "Draw[]", "all that was drawn in a game that is over, in its order"},
        {"hints?", "GlossWord[]", "of a seat that is stuck: words that it could write now"},
        {"glosses?", "Gloss[]", "of a seat that is learning: what lies open, in its own language"},
        {"deck?", "DeckReport", "of a draft"},
        {"text?", "text", "of a deck: a part of it …"},
        {"next?", "int", "… and where the next begins; missing: that was the last"},
        {"link?", "text", "under which a deck can be fetched"},
        {"game?", "text", "of a deck that was fetched …"},
        {"kind?", "text", "… its game and kind"},
        {"ticket?", "code", "that lets players go to another device …"},
        {"for?", "int", "… and for how many milliseconds it is good"},
        {"visitor?", "int", "of a claim: the number of who asks"},
        {"key?", "text", "why not"},
    }},
    {"Pong", NULL, SHAPE_SERVER, false, NULL, {
        {"pong", "int", NULL},
        {"now", "int", NULL},
        {"at?", "int", NULL},
    }},
    {"Said", NULL, SHAPE_SERVER, false, NULL, {
        {"said", "Saying", NULL},
    }},
    {"Reacted", "A sign somebody shows; never stored.", SHAPE_SERVER, false, NULL, {
        {"reacted", "Reacting", NULL},
    }},
    {"Moved", "A live hand: its seat, then the numbers of the action.", SHAPE_SERVER, false, NULL, {
        {"moved", "int[]", NULL},
    }},
    {"Failure", "A message that could not be read, or a door that stays shut.", SHAPE_SERVER, false, NULL, {
        {"error", "Reason", NULL},
    }},
    {"Knock", "The host has to let this device in: it is asked who it is, and then waits.", SHAPE_SERVER, false, NULL, {
        {"knock", "who|waits|password|wrong", "`password`, `wrong`: the table has one, and what was said is not it"},
    }},
    {"Waits", "The table waits for the disk of its server, or does no longer.", SHAPE_SERVER, false, NULL, {
        {"waits", "bool", NULL},
    }},
    {"Notice", "Whoever runs the server says something to everybody.", SHAPE_SERVER, false, NULL, {
        {"notice", "text", NULL},
    }},
    {"TvState", NULL, SHAPE_PART, false, NULL, {
        {"code?", "code", "what a host types"},
        {"for?", "int", "milliseconds that it is good for"},
        {"room?", "code", "the room whose table screen this is to be"},
    }},
    {"TvTold", "A television that waits for a table.", SHAPE_SERVER, false, NULL, {
        {"tv", "TvState", NULL},
    }},
    {"Bye", NULL, SHAPE_SERVER, false, NULL, {
        {"bye", "Reason", NULL},
    }},

    /* ---- GET /api/games ---- */
    {"OptionSpec", NULL, SHAPE_PART, false, NULL, {
        {"name", "text", NULL},
        {"type", "bool|int|choice", NULL},
        {"min?", "int", NULL},
        {"max?", "int", NULL},
        {"choices?", "text[]", NULL},
        {"initial", "OptionValue", NULL},
        {"shared?", "true", "every game has it"},
    }},
    {"DeckKind", "A kind of deck that a table may bring.", SHAPE_PART, false, NULL, {
        {"name", "text", NULL},
        {"form", "line|word|three|picture", "what an entry is"},
        {"longest", "int", "characters of an entry"},
        {"least", "int", "entries, or cards, that are enough for a game"},
        {"card?", "int", "entries a card"},
        {"most?", "int", "entries that a game is played with"},
    }},
    {"GameSpec", NULL, SHAPE_PART, false, NULL, {
        {"id", "text", NULL},
        {"seats", "pair int", NULL},
        {"phases", "text[]", NULL},
        {"subjects", "text[]", NULL},
        {"options", "OptionSpec[]", NULL},
        {"bots", "bool", NULL},
        {"decks?", "DeckKind[]", NULL},
    }},
    {"GamesAnswer", "GET /api/games", SHAPE_PART, false, NULL, {
        {"languages", "Language[]", NULL},
        {"games", "GameSpec[]", NULL},
    }},
};
/* clang-format on */

int shape_count(void)
{
    return (int)(sizeof shapes / sizeof shapes[0]);
}
