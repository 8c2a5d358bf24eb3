// The engine in WebAssembly behind the port, on one thread or on several.
//
// With shared memory, a search is stopped by setting a number in it. Without, no message reaches a busy
// worker: it is terminated, the last line it reported becomes the answer, and a new worker replaces it.
import { closed, EnginePort, type Current } from './engine-port.js';
import {
  isClassic,
  isPlayer,
  isStory,
  isWhy,
  limitsText,
  needsMoveModel,
  playerText,
  storyText,
  whyText,
} from './limits.js';
import type { BenchResult, FromWorker, Go, Help, Ready } from './messages.js';
import { compile, KibitzError } from './module.js';
import { loadNetwork } from './networks.js';
import type { Config } from './port.js';
import { startThread, type Thread } from './thread.js';

const pagesAtFirst = 256; // of 64 KB, as set for the linker in cmake/Wasm.cmake
const pagesAtMost = 4096;
const defaultHashMb = 16;
export const mostThreads = 32;

export type Backend = 'single' | 'threads';

/** Whether memory can be shared with workers: in Node, and in isolated pages. */
export function canShareMemory(): boolean {
  return typeof SharedArrayBuffer === 'function' && globalThis.crossOriginIsolated !== false;
}

export class WasmEngine extends EnginePort {
  private threads: Thread[] = [];
  private memory: WebAssembly.Memory | undefined;
  private addresses: Ready | undefined;
  /** Resolves when the leader is ready to search. */
  private ready: Promise<void> = Promise.resolve();
  private generation = 0;
  /** Ends the wait for a leader that has been replaced. */
  private supersede: () => void = () => {};
  private benchmark:
    | { resolve: (result: BenchResult) => void; reject: (error: Error) => void }
    | undefined;

  private constructor(
    readonly backend: Backend,
    private readonly module: WebAssembly.Module,
    private settings: Required<Config>,
  ) {
    super();
  }

  static async make(backend: Backend, config: Config): Promise<WasmEngine> {
    const url =
      backend === 'threads'
        ? new URL('../wasm/kibitz-threads.wasm', import.meta.url)
        : new URL('../wasm/kibitz-single.wasm', import.meta.url);
    const settings = complete(backend, config);
    // Both at the same time; the network is then there when the threads begin.
    const [module] = await Promise.all([compile(url), loadNetwork(settings.network)]);
    const engine = new WasmEngine(backend, module, settings);
    engine.startAnew();
    await engine.untilReady();
    return engine;
  }

  async config(config: Config): Promise<void> {
    this.checkOpen();
    this.stop();
    this.settings = complete(this.backend, { ...this.settings, ...config });
    this.startAnew();
    await this.untilReady();
  }

  protected override begin({ run, what }: Current): void {
    const message: Go = {
      kind: 'go',
      run,
      start: this.start,
      moves: [...this.moves],
      limits: isPlayer(what)
        ? ''
        : limitsText(isWhy(what) || isStory(what) ? { nodes: what.nodes } : what),
      newGame: this.isNewGame,
      ...(isPlayer(what) && {
        player: {
          ...playerText(what),
          needsMoveModel: needsMoveModel(what),
          isClassic: isClassic(what),
        },
      }),
      ...(isWhy(what) && { why: whyText(what) }),
      ...(isStory(what) && { story: storyText(what) }),
    };
    this.isNewGame = false;
    this.ready.then(
      () => {
        if (this.current?.run === run) this.threads[0]?.send(message);
      },
      (error: Error) => this.fail(run, error.message),
    );
  }

  protected override halt({ run, what }: Current): void {
    if (this.memory && this.addresses && !isPlayer(what)) {
      const { stoppedRun, stop } = this.addresses;
      Atomics.store(new Int32Array(this.memory.buffer), stoppedRun >> 2, run);
      Atomics.store(new Uint8Array(this.memory.buffer), stop, 1);
    } else {
      this.startAnew();
    }
  }

  protected override end(): void {
    ++this.generation;
    this.endThreads(closed);
  }

  /** The benchmark of `kibitz bench`: its node count is the same on every machine. */
  async bench(depth = 12): Promise<BenchResult> {
    this.stop();
    await this.untilReady();
    return new Promise((resolve, reject) => {
      this.benchmark = { resolve, reject };
      this.threads[0]?.send({ kind: 'bench', depth });
    });
  }

  /** Waits until the current leader is ready, even if it is replaced meanwhile. */
  private async untilReady(): Promise<void> {
    for (let awaited: Promise<unknown> | undefined; awaited !== this.ready; ) {
      awaited = this.ready;
      await awaited;
    }
    this.checkOpen();
  }

  private startAnew(): void {
    const generation = ++this.generation;
    this.endThreads('the benchmark was stopped');
    const begun = this.startThreads(generation);
    // go() reports the error; without a run there is nobody to report it to.
    begun.catch(() => {});
    this.ready = begun;
  }

  private async startThreads(generation: number): Promise<void> {
    const { threads, hashMb } = this.settings;
    const isOld = () => generation !== this.generation;
    const network = await loadNetwork(this.settings.network);
    if (isOld()) return;
    const memory =
      this.backend === 'threads'
        ? new WebAssembly.Memory({ initial: pagesAtFirst, maximum: pagesAtMost, shared: true })
        : undefined;
    let resolveReady: (ready: Ready) => void = () => {};
    let refuse: (error: Error) => void = () => {};
    const heard = new Promise<Ready | null>((resolve, reject) => {
      resolveReady = resolve;
      refuse = reject;
      this.supersede = () => resolve(null);
    });
    const fail = (words: string) => {
      if (isOld()) return;
      refuse(new KibitzError(words));
      if (this.current) this.fail(this.current.run, words);
    };
    const leader = await startThread((data) => {
      const message = data as FromWorker;
      if (isOld()) return;
      if (message.kind === 'ready') resolveReady(message);
      else if (message.kind === 'error' && message.run === 0) fail(message.words);
      else this.take(message);
    }, fail);
    if (isOld()) return leader.end();
    this.threads.push(leader);
    leader.send({ kind: 'begin', module: this.module, network, memory, threads, hashMb });
    const ready = await heard;
    if (!ready || isOld()) return;
    this.memory = memory;
    this.addresses = ready;
    for (const helper of ready.helpers) {
      const thread = await startThread(() => {}, fail);
      if (isOld() || !memory) return thread.end();
      this.threads.push(thread);
      thread.send({ kind: 'help', module: this.module, memory, ...helper } satisfies Help);
    }
  }

  /** Ends what is being waited for; a benchmark ends with this error. */
  private endThreads(words: string): void {
    this.supersede();
    this.benchmark?.reject(new KibitzError(words));
    this.benchmark = undefined;
    for (const thread of this.threads) thread.end();
    this.threads = [];
    this.memory = undefined;
    this.addresses = undefined;
    this.isNewGame = true;
  }

  private take(message: FromWorker): void {
    if (message.kind === 'bench') this.benchmark?.resolve(message.result);
    else if (message.kind === 'info') this.receiveInfo(message.run, message.info);
    else if (message.kind === 'nodes') this.receiveNodes(message.run, message.nodes);
    else if (message.kind === 'error') this.fail(message.run, message.words);
    else if (message.kind === 'move') this.receiveMove(message.run, message.answer);
  }
}

/** Replaces missing and excessive settings. */
function complete(backend: Backend, config: Config): Required<Config> {
  const threads = backend === 'threads' ? (config.threads ?? 1) : 1;
  return {
    threads: Math.max(1, Math.min(mostThreads, Math.floor(threads))),
    hashMb: Math.max(1, Math.min(mostHashMb(), Math.floor(config.hashMb ?? defaultHashMb))),
    network: config.network ?? 'small',
  };
}

/** The largest table in megabytes: phones terminate pages that take more memory. */
export function mostHashMb(): number {
  const agent = globalThis.navigator?.userAgent ?? '';
  if (/iPhone|iPad/.test(agent)) return 32;
  if (/Android|Mobile/.test(agent)) return 64;
  return 128;
}
