// The messages between the port and its workers.

/** The first message to a worker: what it needs to become an engine. */
export interface Begin {
  kind: 'begin';
  module: WebAssembly.Module;
  /** The bytes of a network file. */
  network: ArrayBuffer;
  /** Shared between several threads; absent for a module with a memory of its own. */
  memory?: WebAssembly.Memory;
  threads: number;
  hashMb: number;
}

export interface Go {
  kind: 'go';
  run: number;
  start: string;
  moves: readonly string[];
  /** The limits of the engine, as in UCI's go. */
  limits: string;
  player?: {
    settings: string;
    clock: string;
    seed: number;
    needsMoveModel: boolean;
    isClassic: boolean;
  };
  /** A move to be explained. */
  why?: { move: string; known: string; language: string };
  /** A game to be told. */
  story?: { best: string; result: string; language: string };
  newGame: boolean;
}

export interface Bench {
  kind: 'bench';
  depth: number;
}

export type ToWorker = Begin | Go | Bench;

export interface Ready {
  kind: 'ready';
  /** Addresses in the memory: what stops a search, and the stack and variables of each helper. */
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
  | { kind: 'nodes'; run: number; nodes: number }
  | { kind: 'move'; run: number; answer: import('./port.js').Answer }
  | { kind: 'bench'; result: BenchResult }
  | { kind: 'error'; run: number; words: string };

/** The only message to a helper, which then works until it is terminated. */
export interface Help {
  kind: 'help';
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  id: number;
  stackTop: number;
  locals: number;
}
