/* The kit for game screens: everything games/<id>/web may import, from '@kit'. See docs/web.md. */
export { asks } from './ballots.ts';
export { default as Button } from './Button.svelte';
export { default as Card } from './Card.svelte';
export { default as Dock } from './Dock.svelte';
export { default as FactLog } from './FactLog.svelte';
export { default as Gem } from './Gem.svelte';
export { default as Hourglass } from './Hourglass.svelte';
export { default as Later, bring } from './Later.svelte';
export { default as PhaseLine } from './PhaseLine.svelte';
export { default as SeatBar } from './SeatBar.svelte';
export { default as Secret } from './Secret.svelte';
export { default as Sheet } from './Sheet.svelte';
export { default as Timer } from './Timer.svelte';
export { default as Token } from './Token.svelte';
export { default as VoteSheet } from './Votes.svelte';
export { default as WordInput } from './WordInput.svelte';
export { drag, type DragOptions } from './drag.ts';
export { longest } from './fit.ts';
export { flights, type Flights } from './flights.ts';
export { MARKS, mark_of, type Mark } from '../lib/marks.ts';
export { reduced_motion } from '../lib/settings.svelte.ts';
export { breath } from '../lib/soon.ts';
export { game_text, language, list } from '../lib/text.svelte.ts';
export { commonOptions, sharedOptions } from '../generated/protocol.ts';
export type { CrowdScreen, CrowdTold, IntroPicture } from './types.ts';
export type {
  AnyRules, Args, Award, Ballot, CommonOptions, CoreSections, CountdownValue, DraftText, Fact, FactWay, Game, GameCard, GameScreens, GameSpec, Language, OptionField, Outcome, PhaseSection,
  Reason, Result, Rules, Seated, SeatSection, SharedActions, SharedFacts, SharedOptions, SoundName, TeamOf, Trial,
} from './types.ts';
