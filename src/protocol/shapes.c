#include "protocol/shapes.h"

#include "room/message.h"
#include "rules/bot.h"

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
        {"host", "int", "a guest; 0: nobody yet"},
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
    }},
    {"Visitor", "A device without a player, or one that knocks.", SHAPE_PART, false, NULL, {
        {"visitor", "int", NULL},
        {"guest?", "int", "missing: has not done anything yet"},
        {"screen?", "true", NULL},
        {"name?", "text", "who it says it is: of one that knocks"},
    }},
    {"Guests", "Who is connected without a player. A crowd is told in round numbers.", SHAPE_PART, false, NULL, {
        {"screens", "int", NULL},
        {"watchers", "int", NULL},
        {"visitors?", "Visitor[]", "of them, those that came last"},
        {"knocks?", "Visitor[]", "who waits for the host to let them in"},
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
    {"RoomSections", NULL, SHAPE_PART, false, NULL, {
        {"info?", "Info", NULL},
        {"people?", "Person[]", "in the order of seats"},
        {"guests?", "Guests", NULL},
        {"lobby?", "Lobby", NULL},
        {"table?", "TableInfo|null", "null in the lobby"},
        {"decks?", "OwnDeck[]", "that the table has brought"},
    }},

    /* ---- sections of every game ---- */
#include "rules/core_shapes.def"

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
    {"Changes", "What has changed inside an object or a list: a name or index has its new value, null if it is gone; with a `~` behind it, changes of its own.", SHAPE_PART, true, NULL, {
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
        {"words?", "text[]", NULL},
        {"deck?", "DeckReport", "of a draft"},
        {"text?", "text", "of a deck: a part of it …"},
        {"next?", "int", "… and where the next begins; missing: that was the last"},
        {"link?", "text", "under which a deck can be fetched"},
        {"game?", "text", "of a deck that was fetched …"},
        {"kind?", "text", "… its game and kind"},
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
        {"knock", "who|waits", NULL},
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
