// The engine on a server (`kibitz serve`) behind the port, over a WebSocket.
//
// A server limits what it grants, and says what it granted. A lost connection ends the run with an
// error; the next run connects again.
import { closed, EnginePort, type Current } from './engine-port.js';
import { isPlayer, isStory, isWhy, limitsText, playerText } from './limits.js';
import { KibitzError } from './module.js';
import type { Answer, Config, Info } from './port.js';

type Event =
  | { event: 'config'; threads: number; hashMb: number }
  | { event: 'info'; run: number; info: Info }
  | { event: 'move'; run: number; answer: Answer | null }
  | { event: 'error'; run: number; words: string };

const lost = 'the connection to the server was lost';

export class ServerEngine extends EnginePort {
  readonly backend = 'server';
  /** The resources that the server granted. */
  granted: Required<Omit<Config, 'network'>> = { threads: 1, hashMb: 0 };
  private connection: Promise<WebSocket> | undefined;
  /** Resolves the promise that waits for the grant. */
  private waiting: { resolve: () => void; reject: (error: Error) => void } | undefined;

  private constructor(
    private readonly address: URL,
    private settings: Config,
  ) {
    super();
  }

  /** @param address of the engine, such as ws://127.0.0.1:8080/api/engine */
  static async make(address: string | URL, config: Config): Promise<ServerEngine> {
    const url = new URL(address, globalThis.location?.href);
    url.protocol = url.protocol.replace('http', 'ws');
    const engine = new ServerEngine(url, config);
    await engine.connect();
    return engine;
  }

  async config(config: Config): Promise<void> {
    this.checkOpen();
    this.stop();
    this.settings = { ...this.settings, ...config };
    const socket = await this.connect();
    await this.configure(socket);
  }

  protected override end(): void {
    this.waiting?.reject(new KibitzError(closed));
    this.connection?.then((socket) => socket.close()).catch(() => {});
  }

  protected override begin({ run, what }: Current): void {
    if (isWhy(what) || isStory(what)) {
      // Not at once: the caller has to learn the number of the run first.
      queueMicrotask(() => this.fail(run, "a server's engine explains no moves"));
      return;
    }
    const { start } = this;
    const moves = [...this.moves];
    const isNewGame = this.isNewGame;
    this.isNewGame = false;
    this.connect().then(
      (socket) => {
        if (this.current?.run !== run) return;
        if (isNewGame) say(socket, { verb: 'newGame' });
        say(socket, { verb: 'position', start, moves });
        const question = isPlayer(what)
          ? { player: playerText(what) }
          : { limits: limitsText(what) };
        say(socket, { verb: 'go', run, ...question });
      },
      (error: Error) => this.fail(run, error.message),
    );
  }

  protected override halt({ run }: Current): void {
    this.connection?.then((socket) => say(socket, { verb: 'stop', run })).catch(() => {});
  }

  private connect(): Promise<WebSocket> {
    this.connection ??= this.open();
    return this.connection;
  }

  private async open(): Promise<WebSocket> {
    if (typeof WebSocket !== 'function')
      throw new KibitzError(
        'there is no WebSocket here: Node 22 has one, Node 20 with --experimental-websocket',
      );
    const socket = new WebSocket(this.address);
    socket.onmessage = (message) => this.receive(JSON.parse(String(message.data)) as Event);
    try {
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = socket.onclose = () => reject(this.noEngine());
      });
    } catch (error) {
      this.connection = undefined;
      throw error;
    }
    socket.onerror = null;
    socket.onclose = () => {
      this.connection = undefined;
      this.waiting?.reject(this.noEngine());
      if (this.current) this.fail(this.current.run, lost);
    };
    await this.configure(socket);
    return socket;
  }

  private configure(socket: WebSocket): Promise<void> {
    const { threads, hashMb } = this.settings;
    const heard = new Promise<void>((resolve, reject) => (this.waiting = { resolve, reject }));
    say(socket, { verb: 'config', threads, hashMb });
    return heard;
  }

  private noEngine(): KibitzError {
    return new KibitzError(`there is no engine at ${this.address}, or it has too many clients`);
  }

  private receive(event: Event): void {
    if (event.event === 'config') {
      this.granted = { threads: event.threads, hashMb: event.hashMb };
      this.waiting?.resolve();
    } else if (event.event === 'info') {
      this.receiveInfo(event.run, event.info);
    } else if (event.event === 'move') {
      this.receiveMove(event.run, event.answer);
    } else if (event.event === 'error') {
      this.waiting?.reject(new KibitzError(event.words));
      this.fail(event.run || (this.current?.run ?? 0), event.words);
    }
  }
}

function say(socket: WebSocket, message: object): void {
  if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
}
