#include "party/alike.h"

#include <unicode/uchar.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/utf16.h>

/* A name has at most 20 characters; one that is longer is compared by its beginning. */
enum { UNITS = 128 };

/* Made once and never changed afterwards. */
static const USpoofChecker *checker(void)
{
    static USpoofChecker *made;

    if (!made) {
        UErrorCode wrong = U_ZERO_ERROR;

        made = uspoof_open(&wrong);
        uspoof_setChecks(made, USPOOF_CONFUSABLE, &wrong);
        if (U_FAILURE(wrong)) {
            uspoof_close(made);
            made = NULL;
        }
    }
    return made;
}

/* In ICU's own writing, without what shows nothing; how long it is. */
static int32_t read_name(struct str name, UChar out[UNITS])
{
    UChar all[UNITS];
    UErrorCode wrong = U_ZERO_ERROR;
    int32_t n = 0, kept = 0;
    UChar32 c;

    u_strFromUTF8WithSub(all, UNITS, &n, name.at, (int32_t)name.len, 0xFFFD, NULL, &wrong);
    if (n > UNITS)
        n = UNITS;
    for (int32_t i = 0; i < n;) {
        U16_NEXT(all, i, n, c);
        if (!u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            U16_APPEND_UNSAFE(out, kept, c);
    }
    return kept;
}

bool names_alike(struct str a, struct str b)
{
    UChar one[UNITS], two[UNITS];
    UErrorCode wrong = U_ZERO_ERROR;
    int32_t n = read_name(a, one), m = read_name(b, two);

    if (!checker())
        return false;
    return u_strCompare(one, n, two, m, false) == 0 ||
           (uspoof_areConfusable(checker(), one, n, two, m, &wrong) != 0 && U_SUCCESS(wrong));
}
