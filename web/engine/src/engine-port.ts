// What all engines behind the port have in common: it stores the position and the current run, calls
// the listeners, and drops results of runs that are over.
import { checkQuestion, isPlayer, isStory, isWhy } from './limits.js';
import { KibitzError } from './module.js';
import type { Answer, Config, Events, Info, Port, Request } from './port.js';

const progressEvery = 100; // milliseconds
export const closed = 'the engine was closed';

export interface Current {
  run: number;
  what: Request;
  began: number;
  best: Info | null;
  nodes: number;
  /** A move that has been found but is held back for as long as a human would think. */
  answer: Answer | null;
}

export abstract class EnginePort implements Port {
  private listeners: { [Name in keyof Events]: Set<Events[Name]> } = {
    progress: new Set(),
    info: new Set(),
    move: new Set(),
    error: new Set(),
  };
  protected start = '';
  protected moves: string[] = [];
  /** The next search is of a new game, so the engine forgets what it has learnt. */
  protected isNewGame = true;
  protected current: Current | null = null;
  private runs = 0;
  private isClosed = false;
  private ticking: ReturnType<typeof setInterval> | undefined;
  private releasing: ReturnType<typeof setTimeout> | undefined;

  abstract config(config: Config): Promise<void>;
  /** Starts the search of the current run. */
  protected abstract begin(current: Current): void;
  /** Stops the search of the current run. */
  protected abstract halt(current: Current): void;
  /** Frees the threads or the connection for good. */
  protected abstract end(): void;

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

  go(what: Request): number {
    this.checkOpen();
    checkQuestion(what);
    this.stop();
    const run = ++this.runs;
    const began = performance.now();
    this.current = { run, what, began, best: null, nodes: 0, answer: null };
    this.begin(this.current);
    this.ticking = setInterval(() => this.tick(), progressEvery);
    return run;
  }

  stop(run?: number): void {
    const current = this.current;
    if (!current || (run ?? current.run) !== current.run) return;
    if (!current.answer) this.halt(current);
    this.finish(current.run, current.answer ?? (current.best && answerOf(current.best)));
  }

  /** The current run ends with an error. */
  close(): void {
    this.isClosed = true;
    if (this.current) this.fail(this.current.run, closed);
    this.end();
  }

  protected checkOpen(): void {
    if (this.isClosed) throw new KibitzError(closed);
  }

  on<Name extends keyof Events>(name: Name, call: Events[Name]): () => void {
    this.listeners[name].add(call);
    return () => this.listeners[name].delete(call);
  }

  /** Resolves to the run's move; null if it was stopped before it had one. */
  answer(run: number): Promise<Answer | null> {
    return new Promise((resolve, reject) => {
      if (this.current?.run !== run) throw new KibitzError('the run is over');
      const settle = (of: number, how: () => void) => {
        if (of !== run) return;
        forget.forEach((call) => call());
        how();
      };
      const forget = [
        this.on('move', (of, answer) => settle(of, () => resolve(answer))),
        this.on('error', (of, words) => settle(of, () => reject(new KibitzError(words)))),
      ];
    });
  }

  /** Starts a run and waits for its move; listeners receive its events, too. */
  async think(what: Request): Promise<Answer> {
    const answer = await this.answer(this.go(what));
    if (!answer) throw new KibitzError('stopped before it had a move');
    return answer;
  }

  /** Called with the result of a search; ignored if it is not the current run. */
  protected receiveInfo(run: number, info: Info): void {
    const current = this.current;
    if (run !== current?.run) return;
    if (info.line === 1) current.best = info;
    current.nodes = info.nodes;
    for (const call of this.listeners.info) call(run, info);
  }

  protected receiveNodes(run: number, nodes: number): void {
    if (run === this.current?.run) this.current.nodes = nodes;
  }

  protected receiveMove(run: number, answer: Answer | null): void {
    const current = this.current;
    if (run !== current?.run) return;
    if (answer) this.release(current, answer);
    else this.finish(run, null);
  }

  /** Delivers the move at once, or when a human would have moved. */
  private release(current: Current, answer: Answer): void {
    const patience = isPlayer(current.what) ? (current.what.patience ?? 0) : 0;
    const wait = Math.min(patience, answer.milliseconds ?? 0) - (performance.now() - current.began);
    if (wait <= 0) return this.finish(current.run, answer);
    current.answer = answer;
    this.releasing = setTimeout(() => this.finish(current.run, answer), wait);
  }

  private finish(run: number, answer: Answer | null): void {
    if (!this.endRun(run)) return;
    for (const call of this.listeners.move) call(run, answer);
  }

  protected fail(run: number, words: string): void {
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
    const { run, nodes } = current;
    for (const call of this.listeners.progress) call(run, { milliseconds, nodes, share });
  }
}

function shareOf({ what, nodes, best, answer }: Current, milliseconds: number): number | null {
  const shares: number[] = [];
  if (isPlayer(what)) {
    if (answer?.milliseconds) {
      const takes = Math.min(answer.milliseconds, what.patience ?? answer.milliseconds);
      shares.push(milliseconds / takes);
    }
  } else if (!isWhy(what) && !isStory(what)) {
    if (what.milliseconds) shares.push(milliseconds / what.milliseconds);
    if (what.nodes) shares.push(nodes / what.nodes);
    if (what.depth) shares.push((best?.depth ?? 0) / what.depth);
  }
  return shares.length > 0 ? Math.min(1, Math.max(...shares)) : null;
}

const answerOf = (info: Info): Answer | null =>
  info.pv[0] === undefined ? null : { ...info, move: info.pv[0] };
