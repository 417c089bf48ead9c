/* One Mind: what stays of a game. Its picture is the map of meaning. */
#include "onemind.h"

#include "rules/affinity.h"
#include "rules/keep.h"

/* A card that comes back to the hand is read later; one that was erased is nobody's any more. */
static void forget(struct keep *out, int seat)
{
    struct keep_item *item = keep_last(out, NULL, seat);

    if (item)
        item->taken_back = true;
}

static void note_word(struct keep *out, int seat, struct str word)
{
    if (!keep_last(out, NULL, seat))
        keep_item(out, "word", SEAT(seat), word)->said = true;
}

static void note_match(const struct known *k, seat_set seats, struct keep *out)
{
    struct str word = STR(""), other = STR("");
    bool all = seats == seats_active(k->core) && seats_count(seats) > 2;

    out->knots++;
    FOR_SEATS (seat, seats) {
        struct keep_item *item = keep_last(out, NULL, seat);

        if (!item)
            continue;
        item->knot = out->knots;
        if (!word.len)
            word = keep_str(out, item->word);
        else if (!word_same(word, keep_str(out, item->word), (enum language)k->core->language))
            other = keep_str(out, item->word);
    }
    keep_moment(out, 10 * seats_count(seats) + (all ? 40 : 0) + (other.len ? 3 : 0),
                all         ? "all"
                : other.len ? "alike"
                            : "match",
                seats, seats_count(seats), word, other);
}

void om_note(const struct known *k, const struct fact *f, struct keep *out)
{
    const struct om_public *t = k->table;

    switch (f->kind) {
    case OM_GEMS_PLACED:
        keep_step(out, "start", 0, STR(""));
        return;
    case OM_START_LAID: {
        struct om_start_laid laid = FACT_AS(om_start_laid, f);

        forget(out, laid.seat);
        keep_item(out, "start", SEAT(laid.seat), laid.word)->said = true;
        return;
    }
    case OM_ROUND_BEGAN:
        keep_step(out, "round", FACT_AS(om_round_began, f).round, STR(""));
        return;
    case OM_LETTER_TOSSED: {
        char letter = (char)('A' + FACT_AS(om_letter_tossed, f).letter);

        keep_about(out, str_n(&letter, 1));
        return;
    }
    case OM_WORD_READ:
        note_word(out, FACT_AS(om_word_read, f).seat, FACT_AS(om_word_read, f).word);
        return;
    case OM_CARD_JOINED:
        note_word(out, FACT_AS(om_card_joined, f).seat, FACT_AS(om_card_joined, f).word);
        return;
    case OM_CARD_RETURNED:
        forget(out, FACT_AS(om_card_returned, f).seat);
        return;
    case OM_WORD_STRUCK: {
        struct om_word_struck struck = FACT_AS(om_word_struck, f);
        struct keep_item *item = keep_last(out, NULL, struck.seat);

        if (item)
            item->role = "struck";
        if (struck.erased || t->round == 0)
            forget(out, struck.seat);
        return;
    }
    case OM_MATCH_MADE:
        note_match(k, FACT_AS(om_match_made, f).seats, out);
        return;
    default:
        return;
    }
}

/* Two words of a round are a try, a match of them is a hit. Two strangers who look at the same
 * words write the same in about one round of eight. */
void om_affinity(const struct keep *kept, struct affinity *out)
{
    enum { STRANGERS = 125 };

    for (int i = 0; i < kept->items; i++) {
        const struct keep_item *one = &kept->item[i];

        for (int j = i + 1; j < kept->items && kept->item[j].step == one->step; j++) {
            const struct keep_item *other = &kept->item[j];

            if (kept->step[one->step].n && !one->taken_back && !other->taken_back)
                affinity_add(out, seats_first(one->seats), seats_first(other->seats), 1,
                             one->knot && one->knot == other->knot, STRANGERS);
        }
    }
}
