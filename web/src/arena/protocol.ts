// The arena's messages, made from docs/api at build time, under the names the page has for them.
// Players are numbered 0 and 1: 0 has White, X or red. Times are milliseconds.
import type {
  Answers,
  ClientMessages,
  Contest,
  ContestKind,
  ContestListing,
  GameName,
  ServerMessages,
  ShownContestKind,
  Side,
} from '../generated/messages';

export type {
  Contest,
  ContestKind,
  ContestListing,
  Event as GameEvent,
  GameName as GameKind,
  HousePlayer,
  Listing,
  Move as GameMove,
  Offer,
  Player as PlayerHere,
  Rating,
  ServerMessages,
  Setup,
  ShownContestKind,
  Side,
  Summary as Finished,
} from '../generated/messages';

/** A message that the server answers. */
export type Request = {
  [Type in keyof ClientMessages]: { type: Type } & ClientMessages[Type];
}[keyof ClientMessages];

export type Standing = Contest['table'][number];
export type ContestSummary = Omit<ContestListing, 'players'>;
export type Moderation = ServerMessages['moderation'];
export type Profile = Answers['/arena/players/{name}'];
export type Ratings = Answers['/arena/ratings/{game}'];

/** The terms of a game. */
export interface Terms {
  game: GameName;
  base: number;
  increment: number;
  rated: boolean;
}

export const gameKinds = ['chess', 'chess960', 'noughtsandcrosses', 'connectfour'] as const;
export const contestKinds = [
  'roundRobin',
  'swiss',
  'knockout',
  'ladder',
  'arena',
] as const satisfies readonly ContestKind[];

export const other = (side: Side): Side => (side === 0 ? 1 : 0);
export const isChess = (game: string): boolean => game === 'chess' || game === 'chess960';
export const isTimed = (kind: ShownContestKind): boolean => kind === 'ladder' || kind === 'arena';
