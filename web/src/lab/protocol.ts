// What a laboratory answers to GET under /lab (docs/lab.md, "The JSON interface").

export type TestState =
  | 'proposed'
  | 'paused'
  | 'open'
  | 'checking'
  | 'stopped'
  | 'complete'
  | 'H0 accepted'
  | 'H1 accepted';

/** The value and the ends of its 95% interval; null stands for infinity. */
export type Estimate = [number | null, number | null, number | null];

export interface Test {
  test: string;
  state: TestState;
  over: boolean;
  players: string[];
  priority: number;
  games: number;
  waiting: number;
  leased: number;
  /** The result in the words of `kibitz match`. */
  text: string;
  wins?: number;
  draws?: number;
  losses?: number;
  /** Pairs by the points that the first player made in them: 0, 1/2, 1, 1 1/2, 2. */
  pairs?: number[];
  elo?: Estimate;
  /** Whose key it was begun with; missing if that is not known. */
  author?: string;
  /** What it is to show. */
  about?: string;
  approvedBy?: string;
  stoppedBy?: string;
  whyStopped?: string;
  /** What the verdict that the counts have reached still waits for. */
  lack?: string;
  /** Machines whose results do not count in this test. */
  setAside?: { worker: string; why: string }[];
  /** Units that an engine's breakdown ended; they are played again. */
  broken?: number;
  llr?: number | null;
  bounds?: [number, number];
  /** Of a test that makes training data: what its games amount to; results by Black's win, draw, White's win. */
  data?: { positions: number; results: [number, number, number] };
}

export interface CoursePoint {
  games: number;
  llr: number | null;
  elo?: Estimate;
}

export interface Fault {
  player: string;
  worker: string;
  kind: string;
  count: number;
  unit: number;
  game: number;
  detail: string;
}

export interface TestDetails extends Test {
  mostGames: number;
  /** Those that have been opened, with a result or without. */
  units: number;
  results: { name: string; wins: number; draws: number; losses: number; faults: number }[];
  faults: Fault[];
  course?: CoursePoint[];
  options: string[];
  referenceSpeed?: number;
  /** What a worker's processor has to have; missing if every processor will do. */
  instructions?: string;
  tag?: string;
  mostWorkers?: number;
  builds?: (Build & { name: string })[];
  /** The openings that it brings along. */
  book?: { bytes: number; begins: string[] };
  /** The files of its players, as TOML, by their names. */
  playerFiles?: Record<string, string>;
}

/** An engine that a test sends along. */
export interface Build {
  what: string;
  /** SHA-256 of the source archive, or of the program. */
  content: string;
  /** Builds the program in the source's folder; missing: the content is the program. */
  command?: string;
  program: string;
  bench?: string;
  pattern?: string;
  signature?: number;
}

export interface LabKey {
  name: string;
  role: 'worker' | 'author' | 'approver' | 'operator';
  trust: Worker['trust'];
  tags: string[];
  revoked: boolean;
  connections: number;
  /** Seconds since 1970. */
  seen?: number;
}

export interface Worker {
  name: string;
  trust: 'own' | 'trusted' | 'volunteer';
  cores: number;
  playing: number;
  results: number;
  games: number;
  faults: number;
  refused: number;
  audited: number;
  differing: number;
  trouble: string;
  void: boolean;
  revoked: boolean;
  nodesPerSecond?: number;
  /** Nodes a second of one core while all are at work; missing until it is measured. */
  speed?: number;
  canBuild: boolean;
  canMakeData: boolean;
  instructions: string;
  /** Where its results are least like those of the others; missing if there are no others. */
  residual?: { test: string; kind: 'results' | 'time losses'; p: number; deviates: boolean };
  seenSecondsAgo?: number;
}

export interface Game {
  unit: number;
  game: number;
  number: number;
  white: string;
  black: string;
  result: string;
  end: string;
  plies: number;
  worker: string;
  faults: { player: string; kind: string; detail: string }[];
}

export interface Games {
  games: Game[];
  /** The unit before which earlier games are; none if there are no earlier ones. */
  before?: number;
}

/** Something that an operator did, or the laboratory itself where `by` is missing. */
export interface Deed {
  fact: string;
  at?: number;
  by?: string;
  name?: string;
  role?: string;
  trust?: string;
  worker?: string;
  test?: string;
  priority?: number;
  hash?: string;
  /** Of a test that was begun and waits for approval. */
  proposed?: boolean;
  why?: string;
}
