/* What a stage is given besides its game. */
export interface SeatTeam {
  name: string;
  /* Of its frame; any colour of CSS. */
  colour: string;
  seats: readonly number[];
}
