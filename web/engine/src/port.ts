// The port to an engine, whichever it is and wherever it runs: the calls (config, position, played, go,
// stop) and the events (progress, info, move, error). Every event has the number of its run; events of
// runs that are over are dropped.

import type { PlacedPiece } from './rules.js';

export interface Config {
  /** Search threads; 1 if the page is not isolated. */
  threads?: number;
  /** Megabytes of the table of positions already searched; phones get at most 32 or 64. */
  hashMb?: number;
  /**
   * What evaluates: the small network of 1 MB, which is there soon and is usual, or the program's, of 8 MB, which plays
   * better. An engine on a server has its own.
   */
  network?: NetworkSize;
}

export type NetworkSize = 'small' | 'large';

/** Limits of a search, which apply together. At least one is given, and all are positive. */
export interface Limits {
  milliseconds?: number;
  depth?: number;
  nodes?: number;
  /** Stops when a mate in this many moves is found. */
  mate?: number;
  /** Searches until it is stopped. */
  infinite?: boolean;
  /** The number of best lines to find; 1 by default. */
  lines?: number;
  /** The time left on both clocks and the increment, in milliseconds. */
  clock?: { white: number; black: number; increment?: number };
}

/** A human-like player, or the classic one, to choose the move instead of the engine. */
export interface Player {
  /**
   * The settings that differ from an average player's, such as { 'vision.depth': 3.3 }. Those of the classic
   * player all begin with 'classic.', such as { 'classic.level': 3 }.
   */
  settings: Readonly<Record<string, number | boolean>>;
  /** With the same seed, the player makes the same moves. */
  seed: number;
  /** The player's time left and increment in milliseconds. */
  clock?: { remaining: number; increment: number };
  /** The longest time in milliseconds that it may take to move at a human pace; 0 for at once. */
  patience?: number;
}

/** A line and what it is worth to the side that begins it. */
export interface ScoredLine {
  centipawns?: number;
  /** Moves to a mate; negative if the side that begins is mated, 0 where it is checkmated. */
  mate?: number;
  pv: readonly string[];
}

/** A move to be explained, played in the position that was set. */
export interface Why {
  /** In UCI notation or SAN. */
  why: string;
  /** The nodes of each search; an explanation needs several. */
  nodes: number;
  /** Of the sentences, such as 'de'; English for languages that have none. */
  language: string;
  /** The best lines before and after the move, if they are known already. */
  known?: { best: ScoredLine; answer: ScoredLine };
}

/** How a game went: the game is the moves that were set, behind each of which the best line is known. */
export interface Story {
  story: {
    /** In every position from the start on. */
    best: readonly ScoredLine[];
    /** As in PGN. */
    result: string;
  };
  /** The nodes of each search for the reasons of the few moves that decided it. */
  nodes: number;
  language: string;
}

export interface StorySentence {
  part:
    | 'opening'
    | 'first error'
    | 'turning point'
    | 'missed chance'
    | 'ending'
    | 'aftermath'
    | 'practice';
  /** Of the move that it tells of, from 0; null for the game as a whole. */
  ply: number | null;
  text: string;
}

export type MotifKind =
  | 'back rank'
  | 'hanging'
  | 'double check'
  | 'discovered check'
  | 'fork'
  | 'skewer'
  | 'discovered attack'
  | 'pin'
  | 'removes defender'
  | 'overloaded'
  | 'trapped';

/** One thing that an explanation says, with the line that proves it. */
export interface Claim {
  /** Such as 'loses material'; docs/explanations.md lists them. */
  kind: string;
  text: string;
  /** The position in which the proof begins; that of a threat has the other side to move. */
  fen: string;
  uci: string[];
  san: string[];
  motif?: { kind: MotifKind; by: PlacedPiece; on: PlacedPiece[]; move: number } | null;
}

export interface Explanation {
  /** What the move costs, in centipawns. */
  cost: number;
  sentences: string[];
  claims: Claim[];
}

/** An engine line, from the point of view of the side to move. */
export interface Info {
  depth: number;
  selectiveDepth: number;
  line: number;
  centipawns?: number;
  mate?: number;
  /** Permille of wins, draws and losses. */
  chances: [number, number, number];
  nodes: number;
  milliseconds: number;
  tablePermille: number;
  pv: string[];
}

/** What the classic player thinks of one of its moves. */
export interface Candidate {
  /** In UCI notation. */
  move: string;
  /** Of the position after the move, in pawns; positive is good for White. */
  rating: number;
  /** The same with the ratings along the best line of play that follows. */
  adjusted: number;
  /** Whether the move was among those that one is drawn from. */
  drawn: boolean;
}

export interface Answer {
  /** In UCI notation. */
  move: string;
  depth: number;
  nodes: number;
  centipawns?: number;
  mate?: number;
  chances?: [number, number, number];
  pv?: string[];
  /** For a move that was to be explained: the best line in its place, and why it is good or bad. */
  best?: ScoredLine;
  explanation?: Explanation;
  /** For a game that was to be told. */
  story?: StorySentence[];
  /** For a human-like player: how long it thinks about the move. */
  milliseconds?: number;
  /** For a human-like player: whether it resigns instead of making the move. */
  resigns?: boolean;
  /** For the classic player: all its moves, its best first. */
  candidates?: Candidate[];
}

export interface Progress {
  milliseconds: number;
  /** That the run has made so far, as far as it has told. */
  nodes: number;
  /** From 0 to 1; null if the limits do not tell. */
  share: number | null;
}

/** What an engine can be asked in a position. */
export type Request = Limits | Player | Why | Story;

export interface Events {
  progress: (run: number, progress: Progress) => void;
  info: (run: number, info: Info) => void;
  /** Null if the run was stopped before it had a move. */
  move: (run: number, answer: Answer | null) => void;
  error: (run: number, words: string) => void;
}

export interface Port {
  config(config: Config): Promise<void>;
  /** Sets the position: a FEN, or '' for the standard one, and the moves from it. */
  position(start: string, moves?: readonly string[]): void;
  /** Adds a move to it. */
  played(move: string): void;
  /** Starts a run, which ends the one before, and returns its number. Throws if the limits are wrong. */
  go(what: Request): number;
  /** Stops the run; if a number is given, only that one. Its move follows within 50 milliseconds. */
  stop(run?: number): void;
  /** Forgets what it has learnt, for a new game. */
  newGame(): void;
  on<Name extends keyof Events>(name: Name, call: Events[Name]): () => void;
  /** Ends its threads. The current run and all later calls end with an error. */
  close(): void;
}
