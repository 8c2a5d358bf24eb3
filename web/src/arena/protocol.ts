// The arena's messages as docs/protocol.md has them. Players are numbered 0 and 1: 0 has White, X or
// red. Times are milliseconds.

export type Side = 0 | 1;
export const other = (side: Side): Side => (side === 0 ? 1 : 0);

export const gameKinds = ['chess', 'chess960', 'noughtsandcrosses', 'connectfour'] as const;
export type GameKind = (typeof gameKinds)[number];
export const isChess = (game: string): boolean => game === 'chess' || game === 'chess960';

export interface Setup {
  fen?: string;
  number?: number;
}

/** What a game is played by. */
export interface Terms {
  game: GameKind;
  base: number;
  increment: number;
  rated: boolean;
}

export interface Offer extends Terms {
  id: string;
  kind: 'seek' | 'challenge' | 'link';
  from: string;
  to?: string;
  rating: number;
  setup: Setup;
  side: Side | null;
}

/** A game being played, in a list. */
export interface Listing extends Terms {
  id: string;
  players: [string, string];
  contest: string;
}

export interface PlayerHere {
  name: string;
  bot: boolean;
  /** In the games of which he has played rated ones. */
  ratings: Partial<Record<GameKind, number>>;
}

export type GameMove =
  | { uci: string }
  | { column: number }
  | { mark: 'X' | 'O'; space: [number, number] };

export type GameEvent = { number: number; time: number; clocks: [number, number] } & (
  | ({
      type: 'start';
      players: [string, string];
      setup: Setup;
      contest: string;
      perMove: boolean;
      awayLimit: number;
    } & Terms)
  | { type: 'move'; side: Side; move: GameMove; used: number }
  | { type: 'drawOffered' | 'drawDeclined' | 'disconnected' | 'connected' | 'fault'; side: Side }
  | { type: 'paused' | 'resumed' }
  | { type: 'chat'; player: string; text: string }
  | { type: 'end'; ending: string; winner: Side | null; reason: string }
);

/** A game that is over, in a list. */
export interface Finished {
  id: string;
  game: GameKind;
  players: [string, string];
  winner: Side | null;
  ending: string;
  reason: string;
  rated: boolean;
  contest: string;
  ended: string;
}

export const contestKinds = ['roundRobin', 'swiss', 'knockout', 'ladder', 'arena'] as const;
export type ContestKind = (typeof contestKinds)[number];
/** Meetings are of the battlebot protocol, only to be looked at. */
export type ShownContestKind = ContestKind | 'meetings';
export const isTimed = (kind: ShownContestKind): boolean => kind === 'ladder' || kind === 'arena';

export interface ContestSummary extends Terms {
  name: string;
  kind: ShownContestKind;
  /** Empty: the host. */
  organiser: string;
  stage: 'open' | 'running' | 'over';
  round: number;
  rounds: number;
  ends?: number;
  /** When it is over if nobody has started it. */
  expires?: number;
}
export interface ContestListing extends ContestSummary {
  players: number;
}
export interface Standing {
  rank: number;
  player: string;
  points: number;
  wins: number;
  draws: number;
  losses: number;
  byes: number;
  buchholz: number;
  sonnebornBerger: number;
  direct: number;
  left: boolean;
}
export interface Contest extends ContestSummary {
  table: Standing[];
  /** Once it is over. */
  winner: string | null;
  /** In the table's order: points against each other; null where they did not meet. Only of small ones. */
  crosstable?: (number | null)[][];
  games: {
    id: string;
    players: [string, string];
    round: number;
    winner: Side | null;
    ending: string;
    reason: string;
  }[];
  ladder?: string[];
}

/** A player of the server's own, always there. */
export interface HousePlayer {
  name: string;
  description: string;
  /** As measured in matches. */
  rating: number | null;
}

export interface Rating {
  rating: number;
  deviation: number;
  provisional: boolean;
  games: number;
}
export interface Profile {
  name: string;
  owner: string;
  bot: boolean;
  registered: string;
  ratings: Partial<Record<GameKind, Rating>>;
  games: Finished[];
}

/** What the server says of itself, without being asked or as an answer. */
export interface Told {
  event: { game: string; event: GameEvent };
  state: { game: string; state: { number: number } };
  offer: { offer: Offer };
  offerGone: { offer: string };
  spectators: { game: string; count: number };
  declined: { offer: string };
  game: { game: Listing };
  gameGone: { game: string };
  player: { player: PlayerHere };
  playerGone: { player: string };
  lobby: { offers: Offer[]; games: Listing[]; players: PlayerHere[] };
  welcome: { name: string; games: string[]; offers: Offer[] };
  registered: { name: string; token: string };
  contest: { contest: Contest };
  contests: { contests: ContestListing[] };
  pong: { serverTime: number };
  ok: { offer?: string; game?: string };
}
