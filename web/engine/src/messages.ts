// What the port and the worker that thinks say to each other.

/** The first message to a worker: how to become an engine. */
export interface Begin {
  kind: 'begin';
  module: WebAssembly.Module;
  /** The bytes of a network file. */
  network: ArrayBuffer;
  /** Shared, for several threads; none for a module with a memory of its own. */
  memory?: WebAssembly.Memory;
  threads: number;
  hashMb: number;
}

export interface Go {
  kind: 'go';
  run: number;
  start: string;
  moves: readonly string[];
  /** As UCI's go, for the engine; or settings, clock and seed of a human-like player. */
  limits: string;
  player?: { settings: string; clock: string; seed: number };
  newGame: boolean;
}

export interface Bench {
  kind: 'bench';
  depth: number;
}

export type ToWorker = Begin | Go | Bench;

export interface Ready {
  kind: 'ready';
  /** Addresses in the memory of what stops a search, and stacks and variables for each helper. */
  stoppedRun: number;
  stop: number;
  helpers: { id: number; stackTop: number; locals: number }[];
}

export interface BenchResult {
  nodes: number;
  milliseconds: number;
}

export type FromWorker =
  | Ready
  | { kind: 'info'; run: number; info: import('./port.js').Info }
  | { kind: 'move'; run: number; answer: import('./port.js').Answer }
  | { kind: 'bench'; result: BenchResult }
  | { kind: 'error'; run: number; words: string };

/** To a helper: its one message; it then works for good. */
export interface Help {
  kind: 'help';
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  id: number;
  stackTop: number;
  locals: number;
}
