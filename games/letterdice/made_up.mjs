/* A word for the dice that lie there, with every letter of them, and no other word of this game: made up, for the table to
 * judge. */
let made = 0;
export function word(view) {
  const letters = view.table.dice.map((die) => die.letter);
  const free = [...'BCDFGHJKLMNPRSTV'].filter((letter) => !letters.includes(letter));
  const vowel = [...'AEIOU'].find((letter) => !letters.includes(letter)) ?? 'Y';
  const tail = [...String(++made)].map((digit) => free[Number(digit)] + vowel).join('');
  return view.table.initial ? view.table.initial + letters.join('') + tail : free[1] + vowel + tail;
}
