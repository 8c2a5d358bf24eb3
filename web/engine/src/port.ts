// The port to an engine, whichever it is and wherever it runs: what one says to it (config,
// position, played, go, stop) and hears from it (progress, info, move, error). Every event has the
// number of the run it belongs to; events of runs that are over are not told.

export interface Config {
  /** Threads that think; 1 where the page is not isolated. */
  threads?: number;
  /** Megabytes of the table of positions already searched; phones get at most 32 or 64. */
  hashMb?: number;
}

/** How long to think; all of them hold together. At least one is given; none is zero or negative. */
export interface Limits {
  milliseconds?: number;
  depth?: number;
  nodes?: number;
  /** Stop when a mate in so many moves is found. */
  mate?: number;
  /** Until stopped. */
  infinite?: boolean;
  /** Best lines to find, 1 if left out. */
  lines?: number;
  /** Milliseconds left on the clocks, and what each move adds. */
  clock?: { white: number; black: number; increment?: number };
}

/** A human-like player to choose the move instead of the engine. */
export interface Player {
  /** What differs from an average player, such as { 'vision.depth': 3.3 }. */
  settings: Readonly<Record<string, number | boolean>>;
  /** Games with the same seed are played alike. */
  seed: number;
  /** Milliseconds it has left, and what each move adds. */
  clock?: { remaining: number; increment: number };
  /** Whether it takes the time a human would; at most so many milliseconds. */
  patience?: number;
}

/** A line of thought, seen by the side to move. */
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

export interface Answer {
  /** In UCI notation. */
  move: string;
  depth: number;
  nodes: number;
  centipawns?: number;
  mate?: number;
  chances?: [number, number, number];
  pv?: string[];
  /** Of a human-like player: how long it takes over the move. */
  milliseconds?: number;
}

export interface Progress {
  milliseconds: number;
  /** 0 to 1, where there is a limit to tell it by. */
  share: number | null;
}

export interface Events {
  progress: (run: number, progress: Progress) => void;
  info: (run: number, info: Info) => void;
  /** Null where it was stopped before it had one. */
  move: (run: number, answer: Answer | null) => void;
  error: (run: number, words: string) => void;
}

export interface Port {
  config(config: Config): Promise<void>;
  /** A new line of play: a FEN or '' for the usual start, and the moves from it. */
  position(start: string, moves?: readonly string[]): void;
  /** One more move of it. */
  played(move: string): void;
  /** Starts to think, and ends what it thought before. The run's number. Throws at wrong limits. */
  go(what: Limits | Player): number;
  /** Ends the run, if one is named only that one; its move follows within 50 milliseconds. */
  stop(run?: number): void;
  /** Forgets what it learnt, for a new game. */
  newGame(): void;
  on<Name extends keyof Events>(name: Name, call: Events[Name]): () => void;
  /** Ends its threads; what it thinks about ends with an error, and so does what it is asked later. */
  close(): void;
}
