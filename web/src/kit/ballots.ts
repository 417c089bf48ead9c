/* Votes of the table, seen from one seat. */
import type { Ballot } from './types.ts';

/* Whether this vote waits for mine. */
export const asks = (vote: Ballot, seat: number): boolean => vote.voters.includes(seat) && !vote.yes.includes(seat) && !vote.no.includes(seat);
