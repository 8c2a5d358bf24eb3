// The engine in WebAssembly behind the port, on one thread or on several.
//
// With memory that page and workers share, a search is stopped by setting a number in it. Without,
// nothing reaches a worker that is busy: it is ended, the last line it told is its answer, and
// another one takes its place.
import type { BenchResult, FromWorker, Go, Help, Ready } from './messages.js';
import { compile, KibitzError, load } from './module.js';
import type { Answer, Config, Events, Info, Limits, Player, Port } from './port.js';
import { startThread, type Thread } from './thread.js';

const pagesAtFirst = 256; // of 64 KB, as the linker was told in cmake/Wasm.cmake
const pagesAtMost = 4096;
const defaultHashMb = 16;
const progressEvery = 100; // milliseconds
const mostThreads = 32;

export type Backend = 'single' | 'threads';

/** True where memory can be shared with workers: in Node, and in isolated pages. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;
}

interface Current {
  run: number;
  what: Limits | Player;
  began: number;
  best: Info | null;
  nodes: number;
  /** Found, and kept back for as long as a human would think. */
  answer: Answer | null;
}

const isPlayer = (what: Limits | Player): what is Player => 'settings' in what;

export class WasmEngine implements Port {
  private listeners: { [Name in keyof Events]: Set<Events[Name]> } = {
    progress: new Set(),
    info: new Set(),
    move: new Set(),
    error: new Set(),
  };
  private threads: Thread[] = [];
  private memory: WebAssembly.Memory | undefined;
  private addresses: Ready | undefined;
  /** Settles when the leader is ready to think. */
  private ready: Promise<void> = Promise.resolve();
  private generation = 0;
  private start = '';
  private moves: string[] = [];
  private isNewGame = true;
  private runs = 0;
  private current: Current | null = null;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private releasing: ReturnType<typeof setTimeout> | undefined;
  private benchDone: ((result: BenchResult) => void) | undefined;

  private constructor(
    readonly backend: Backend,
    private readonly module: WebAssembly.Module,
    private readonly network: ArrayBuffer,
    private settings: Required<Config>,
  ) {}

  static async make(backend: Backend, config: Config): Promise<WasmEngine> {
    const url =
      backend === 'threads'
        ? new URL('../wasm/kibitz-threads.wasm', import.meta.url)
        : new URL('../wasm/kibitz-single.wasm', import.meta.url);
    const network = new URL('../wasm/kibitz.nnue', import.meta.url);
    const [module, bytes] = await Promise.all([compile(url), load(network)]);
    const engine = new WasmEngine(backend, module, bytes, complete(backend, config));
    engine.begin();
    await engine.ready;
    return engine;
  }

  async config(config: Config): Promise<void> {
    this.stop();
    this.settings = complete(this.backend, { ...this.settings, ...config });
    this.begin();
    await this.ready;
  }

  position(start: string, moves: readonly string[] = []): void {
    this.start = start;
    this.moves = [...moves];
  }

  played(move: string): void {
    this.moves.push(move);
  }

  newGame(): void {
    this.isNewGame = true;
  }

  go(what: Limits | Player): number {
    this.stop();
    const run = ++this.runs;
    const now = performance.now();
    this.current = { run, what, began: now, best: null, nodes: 0, answer: null };
    const message: Go = {
      kind: 'go',
      run,
      start: this.start,
      moves: [...this.moves],
      limits: isPlayer(what) ? '' : limitsText(what),
      newGame: this.isNewGame,
      ...(isPlayer(what) && { player: playerText(what) }),
    };
    this.isNewGame = false;
    this.ready.then(
      () => {
        if (this.current?.run === run) this.threads[0]?.send(message);
      },
      (error: Error) => this.fail(run, error.message),
    );
    this.ticking = setInterval(() => this.tick(), progressEvery);
    return run;
  }

  stop(): void {
    const current = this.current;
    if (!current) return;
    if (current.answer) {
      this.finish(current.run, current.answer);
    } else if (this.memory && this.addresses && !isPlayer(current.what)) {
      const { stoppedRun, stop } = this.addresses;
      Atomics.store(new Int32Array(this.memory.buffer), stoppedRun >> 2, current.run);
      Atomics.store(new Uint8Array(this.memory.buffer), stop, 1);
      this.finish(current.run, current.best && answerOf(current.best));
    } else {
      const best = current.best && answerOf(current.best);
      this.begin();
      this.finish(current.run, best);
    }
  }

  on<Name extends keyof Events>(name: Name, call: Events[Name]): () => void {
    this.listeners[name].add(call);
    return () => this.listeners[name].delete(call);
  }

  close(): void {
    this.stop();
    ++this.generation;
    this.endThreads();
  }

  /** The benchmark of `kibitz bench`: its node count is the same on every machine. */
  async bench(depth = 12): Promise<BenchResult> {
    this.stop();
    await this.ready;
    return new Promise((resolve) => {
      this.benchDone = resolve;
      this.threads[0]?.send({ kind: 'bench', depth });
    });
  }

  /** Thinks and waits for the move; listeners hear of it as well. */
  think(what: Limits | Player): Promise<Answer> {
    return new Promise((resolve, reject) => {
      let run = 0;
      const forget = [
        this.on('move', (of, answer) => {
          if (of !== run) return;
          forget.forEach((call) => call());
          if (answer) resolve(answer);
          else reject(new KibitzError('stopped before it had a move'));
        }),
        this.on('error', (of, words) => {
          if (of !== run) return;
          forget.forEach((call) => call());
          reject(new KibitzError(words));
        }),
      ];
      run = this.go(what);
    });
  }

  private begin(): void {
    const generation = ++this.generation;
    this.endThreads();
    const begun = this.startThreads(generation);
    // go() tells of it; without a run nobody waits for it.
    begun.catch(() => {});
    this.ready = begun;
  }

  private async startThreads(generation: number): Promise<void> {
    const { threads, hashMb } = this.settings;
    const memory =
      this.backend === 'threads'
        ? new WebAssembly.Memory({ initial: pagesAtFirst, maximum: pagesAtMost, shared: true })
        : undefined;
    const isOld = () => generation !== this.generation;
    let hear: (ready: Ready) => void = () => {};
    let refuse: (error: Error) => void = () => {};
    const heard = new Promise<Ready>((resolve, reject) => {
      hear = resolve;
      refuse = reject;
    });
    const fail = (words: string) => {
      if (isOld()) return;
      refuse(new KibitzError(words));
      if (this.current) this.fail(this.current.run, words);
    };
    const leader = await startThread((data) => {
      const message = data as FromWorker;
      if (isOld()) return;
      if (message.kind === 'ready') hear(message);
      else if (message.kind === 'error' && message.run === 0) fail(message.words);
      else this.take(message);
    }, fail);
    if (isOld()) return leader.end();
    this.threads.push(leader);
    const { module, network } = this;
    leader.send({ kind: 'begin', module, network, memory, threads, hashMb });
    const ready = await heard;
    this.memory = memory;
    this.addresses = ready;
    for (const helper of ready.helpers) {
      const thread = await startThread(() => {}, fail);
      if (isOld() || !memory) return thread.end();
      this.threads.push(thread);
      thread.send({ kind: 'help', module: this.module, memory, ...helper } satisfies Help);
    }
  }

  private endThreads(): void {
    for (const thread of this.threads) thread.end();
    this.threads = [];
    this.memory = undefined;
    this.addresses = undefined;
    this.isNewGame = true;
  }

  private take(message: FromWorker): void {
    if (message.kind === 'bench') {
      this.benchDone?.(message.result);
      return;
    }
    const current = this.current;
    if (message.kind === 'ready' || message.run !== current?.run) return; // stale
    if (message.kind === 'info') {
      if (message.info.line === 1) current.best = message.info;
      current.nodes = message.info.nodes;
      for (const call of this.listeners.info) call(current.run, message.info);
    } else if (message.kind === 'error') {
      this.fail(current.run, message.words);
    } else {
      this.release(current, message.answer);
    }
  }

  /** At once, or when a human would have moved. */
  private release(current: Current, answer: Answer): void {
    const patience = isPlayer(current.what) ? (current.what.patience ?? 0) : 0;
    const wait =
      Math.min(patience, answer.milliseconds ?? 0) - (performance.now() - current.began);
    if (wait <= 0) return this.finish(current.run, answer);
    current.answer = answer;
    this.releasing = setTimeout(() => this.finish(current.run, answer), wait);
  }

  private finish(run: number, answer: Answer | null): void {
    if (!this.endRun(run)) return;
    for (const call of this.listeners.move) call(run, answer);
  }

  private fail(run: number, words: string): void {
    if (!this.endRun(run)) return;
    for (const call of this.listeners.error) call(run, words);
  }

  private endRun(run: number): boolean {
    if (this.current?.run !== run) return false;
    this.current = null;
    clearInterval(this.ticking);
    clearTimeout(this.releasing);
    return true;
  }

  private tick(): void {
    const current = this.current;
    if (!current) return;
    const milliseconds = performance.now() - current.began;
    const share = shareOf(current, milliseconds);
    for (const call of this.listeners.progress) call(current.run, { milliseconds, share });
  }
}

function shareOf({ what, nodes, best, answer }: Current, milliseconds: number): number | null {
  const shares: number[] = [];
  if (isPlayer(what)) {
    if (answer?.milliseconds) {
      const takes = Math.min(answer.milliseconds, what.patience ?? answer.milliseconds);
      shares.push(milliseconds / takes);
    }
  } else {
    if (what.milliseconds) shares.push(milliseconds / what.milliseconds);
    if (what.nodes) shares.push(nodes / what.nodes);
    if (what.depth) shares.push((best?.depth ?? 0) / what.depth);
  }
  return shares.length > 0 ? Math.min(1, Math.max(...shares)) : null;
}

const answerOf = (info: Info): Answer | null =>
  info.pv[0] === undefined ? null : { ...info, move: info.pv[0] };

/** What is left out or too much, put right. */
function complete(backend: Backend, config: Config): Required<Config> {
  const threads = backend === 'threads' ? (config.threads ?? 1) : 1;
  return {
    threads: Math.max(1, Math.min(mostThreads, Math.floor(threads))),
    hashMb: Math.max(1, Math.min(memoryCap(), Math.floor(config.hashMb ?? defaultHashMb))),
  };
}

/** Megabytes of table that a device bears: pages on phones are ended when they take more. */
function memoryCap(): number {
  const agent = globalThis.navigator?.userAgent ?? '';
  if (/iPhone|iPad/.test(agent)) return 32;
  if (/Android|Mobile/.test(agent)) return 64;
  return 128;
}

function limitsText(limits: Limits): string {
  const words: (string | number)[] = [];
  const add = (name: string, value: number | undefined) => {
    if (value !== undefined) words.push(name, Math.max(0, Math.floor(value)));
  };
  add('movetime', limits.milliseconds);
  add('depth', limits.depth);
  add('nodes', limits.nodes);
  add('mate', limits.mate);
  add('multipv', limits.lines);
  if (limits.infinite) words.push('infinite');
  if (limits.clock) {
    add('wtime', limits.clock.white);
    add('btime', limits.clock.black);
    add('winc', limits.clock.increment);
    add('binc', limits.clock.increment);
  }
  return words.join(' ');
}

function playerText(player: Player): NonNullable<Go['player']> {
  return {
    settings: Object.entries(player.settings)
      .map(([name, value]) => `${name} ${Number(value)}`)
      .join(' '),
    clock: player.clock
      ? `${Math.floor(player.clock.remaining)} ${Math.floor(player.clock.increment)}`
      : '',
    seed: player.seed,
  };
}
