/* The sections of Letter Dice (letterdice.def), as screens use them. */
import type { Game } from '@kit';
import type { Claim, Die, Protocol, Theme, View } from './protocol.ts';

export type { Claim, View };
export type Dice = Die[] | undefined;
export type Colour = Die['colour'];
export type Names = Theme['names'];

export type LetterDice = Game<View, Protocol>;
