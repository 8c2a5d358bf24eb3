// A WebAssembly module of Kibitz: loading it, and calling its C functions, which take texts and
// answer in JSON (src/play/wasm/interface.hpp).

/** What is wrong with a FEN, a PGN or a move, for translations: the message says the same in English. */
export interface Fault {
  /** A stable code, such as `fen.unknown_piece`, `setup.no_king` or `pgn.bad_move`. */
  code: string;
  /** What is wrong, or how it begins. */
  text?: string;
  /** In a FEN, both counted from 1. */
  field?: number;
  character?: number;
  /** In a PGN, all counted from 1. */
  game?: number;
  line?: number;
  column?: number;
  /** The code of the error that is the reason, such as `move.illegal`. */
  reason?: string;
}

/** A request that could not be carried out; the message explains why to people. */
export class KibitzError extends Error {
  override name = 'KibitzError';

  constructor(
    message: string,
    /** Where a text could not be read. */
    readonly fault?: Fault,
  ) {
    super(message);
  }
}

export type Argument = string | number;

const isNode = typeof process === 'object' && Boolean(process.versions?.node);
declare const process: { versions?: { node?: string } } | undefined;

async function readFile(url: URL): Promise<Uint8Array<ArrayBuffer>> {
  const files = 'node:fs/promises'; // in a variable, so that the bundler does not follow it
  return (await import(/* @vite-ignore */ files)).readFile(url);
}

async function request(url: URL): Promise<Response> {
  const response = await fetch(url);
  if (!response.ok)
    throw new KibitzError(`${url.pathname} could not be fetched (${response.status})`);
  return response;
}

const isFile = (url: URL) => isNode && url.protocol === 'file:';

/** The bytes at an address; in Node it can be that of a file. */
export async function load(url: URL): Promise<ArrayBuffer> {
  return isFile(url)
    ? new Uint8Array(await readFile(url)).buffer
    : (await request(url)).arrayBuffer();
}

/** Compiles a module from an address; in Node it can be that of a file. */
export async function compile(url: URL): Promise<WebAssembly.Module> {
  if (isFile(url)) return WebAssembly.compile(await readFile(url));
  const response = await request(url);
  // Compiling while streaming requires a content type that not every server sends.
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

interface Exports {
  memory?: WebAssembly.Memory;
  kibitz_allocate(bytes: number): number;
  kibitz_free(address: number): void;
  [name: string]: unknown;
}

/** One thread's share of a memory that several instances have in common. */
export interface SharedThread {
  memory: WebAssembly.Memory;
  /** Of a helper; the first instance has those the linker made. */
  stackTop?: number;
  locals?: number;
}

export class Instance {
  private constructor(
    private readonly exports: Exports,
    private readonly memory: WebAssembly.Memory,
  ) {}

  static async make(
    module: WebAssembly.Module,
    onInfo: (json: string) => void = () => {},
    onNodes: (nodes: number) => void = () => {},
    shared?: SharedThread,
  ): Promise<Instance> {
    let instance: Instance | undefined;
    const nothing = () => 0;
    const made = await WebAssembly.instantiate(module, {
      env: {
        ...(shared && { memory: shared.memory }),
        page_now: () => performance.now(),
        page_info: (address: number) => instance && onInfo(instance.textAt(address)),
        page_nodes: onNodes,
      },
      // What the C library would print when it gives up.
      wasi_snapshot_preview1: { fd_close: nothing, fd_seek: nothing, fd_write: nothing },
    });
    const exports = made.exports as unknown as Exports;
    const memory = shared?.memory ?? exports.memory;
    if (!memory) throw new KibitzError('the module has no memory');
    instance = new Instance(exports, memory);
    if (shared?.stackTop !== undefined) instance.enterThread(shared.stackTop, shared.locals ?? 0);
    else (exports._initialize as () => void)();
    return instance;
  }

  /** Calls a function that answers in JSON; an answer with an error is thrown. */
  call<Answer = unknown>(name: string, ...args: Argument[]): Answer {
    const texts: number[] = [];
    const values = args.map((argument) => {
      if (typeof argument === 'number') return argument;
      const address = this.put(argument);
      texts.push(address);
      return address;
    });
    const address = this.raw(name, ...values);
    const answer = JSON.parse(this.textAt(address)) as Answer & { error?: string; fault?: Fault };
    for (const text of texts) this.exports.kibitz_free(text);
    if (answer.error !== undefined) throw new KibitzError(answer.error, answer.fault);
    return answer;
  }

  /** Calls a function with numbers. */
  raw(name: string, ...values: number[]): number {
    return (this.exports[name] as (...values: number[]) => number)(...values);
  }

  /** Calls a function that takes bytes and their number, and numbers before these. */
  callWithBytes<Answer = unknown>(
    name: string,
    bytes: ArrayBuffer | Uint8Array,
    ...before: number[]
  ): Answer {
    const address = this.exports.kibitz_allocate(bytes.byteLength);
    if (address === 0) throw new KibitzError('there is no memory for so many bytes');
    const given = bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
    new Uint8Array(this.memory.buffer).set(given, address);
    try {
      return this.call<Answer>(name, ...before, address, bytes.byteLength);
    } finally {
      this.exports.kibitz_free(address);
    }
  }

  /** A copy of what the memory has at an address. */
  bytesAt(address: number, size: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory.buffer).slice(
      address,
      address + size,
    ) as Uint8Array<ArrayBuffer>;
  }

  allocate(bytes: number): number {
    return this.exports.kibitz_allocate(bytes);
  }

  /** How much memory a thread needs for its variables. */
  get localsSize(): number {
    return (this.exports.__tls_size as WebAssembly.Global | undefined)?.value ?? 0;
  }

  private enterThread(stackTop: number, locals: number) {
    (this.exports.__stack_pointer as WebAssembly.Global).value = stackTop;
    const init = this.exports.__wasm_init_tls as ((address: number) => void) | undefined;
    init?.(locals);
  }

  private put(text: string): number {
    // A zero byte ends a text; what follows one would be lost without a word.
    const bytes = new TextEncoder().encode(text.replaceAll('\0', ' '));
    const address = this.exports.kibitz_allocate(bytes.length + 1);
    if (address === 0) throw new KibitzError('there is no memory for so long a text');
    const memory = new Uint8Array(this.memory.buffer);
    memory.set(bytes, address);
    memory[address + bytes.length] = 0;
    return address;
  }

  private textAt(address: number): string {
    const memory = new Uint8Array(this.memory.buffer);
    // A copy, since what is shared cannot be decoded in place.
    return new TextDecoder().decode(memory.slice(address, memory.indexOf(0, address)));
  }
}
