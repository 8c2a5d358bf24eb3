// Games that are looked at or played: each is the list of its events, which comes over the connection
// and has no gaps. What a view shows is worked out from them.
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { Refusal, look, on, onConnect, request, status } from './connection';
import { me } from './identity';
import type { GameEvent, GameMove, Side, ServerMessages } from './protocol';
import { type Course, courseOf } from './course';

export class Followed {
  readonly events = signal<GameEvent[]>([]);
  readonly course: ReadonlySignal<Course | null> = computed(() => courseOf(this.events.value));
  /** A move that was made here and is not confirmed yet. */
  readonly pending = signal<{ ply: number; move: GameMove } | null>(null);
  readonly isUnknown = signal(false);
  /** Those who look on, on as many screens. */
  readonly spectators = signal(0);
  readonly mySide: ReadonlySignal<Side | null> = computed(() => {
    const side = this.course.value?.start.players.indexOf(me.value ?? '') ?? -1;
    return side === 0 || side === 1 ? side : null;
  });
  followers = { spectator: 0, preview: 0 };
  private filling = false;

  constructor(readonly id: string) {}

  get isPreview(): boolean {
    return this.followers.spectator === 0;
  }

  get known(): number {
    return this.events.value.length;
  }

  take(event: GameEvent): void {
    if (event.number <= this.known) return;
    if (event.number > this.known + 1) return void this.fill();
    this.events.value = [...this.events.value, event];
    const pending = this.pending.value;
    if (pending && (event.type === 'end' || (this.course.value?.moves.length ?? 0) > pending.ply))
      this.pending.value = null;
  }

  /** Gets what is missing, all at once. */
  async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const found = await look<{ events: GameEvent[] }>('games', this.id);
      if (!found) this.isUnknown.value = true;
      else if (found.events.length > this.known) this.events.value = found.events;
    } catch {
      // The connection is gone; when it is back the rest is asked for again.
    } finally {
      this.filling = false;
    }
  }

  /** Asks for the events after the last that is known, and for all to come. */
  async watch(): Promise<void> {
    if (this.course.value?.end) return;
    try {
      await request({ type: 'watch', game: this.id, after: this.known, preview: this.isPreview });
    } catch (error) {
      if (status.peek() === 'connected' && error instanceof Refusal) await this.fill();
      return;
    }
    const { pending, course, mySide } = this;
    // It may not have arrived before the connection was lost.
    if (
      pending.value &&
      course.value?.moves.length === pending.value.ply &&
      course.value.toMove === mySide.value
    )
      await this.send(pending.value.move);
  }

  /** Shows the move at once; what the server says of it counts. */
  async move(move: GameMove): Promise<void> {
    const { value: course } = this.course;
    if (!course || course.toMove !== this.mySide.value || this.pending.value) return;
    this.pending.value = { ply: course.moves.length, move };
    await this.send(move);
  }

  private async send(move: GameMove): Promise<void> {
    try {
      await request({ type: 'move', game: this.id, move });
    } catch (error) {
      if (status.value !== 'connected') return; // it is sent again
      this.pending.value = null;
      throw error;
    }
  }

  act(
    type: 'draw' | 'declineDraw' | 'claimDraw' | 'resign' | 'abort',
  ): Promise<ServerMessages['ok']> {
    return request({ type, game: this.id });
  }
  say(text: string): Promise<ServerMessages['ok']> {
    return request({ type: 'chat', game: this.id, text });
  }
}

const games = new Map<string, Followed>();

/** A preview is a glance in passing: the game's players are not told of it. */
export type Follower = 'spectator' | 'preview';

/** The game with its events, for as long as somebody follows it. */
export function follow(id: string, as: Follower): Followed {
  const game = games.get(id) ?? new Followed(id);
  games.set(id, game);
  if (
    game.followers[as]++ === 0 &&
    (as === 'spectator' || game.isPreview) &&
    status.peek() === 'connected'
  )
    void game.watch();
  return game;
}

export function unfollow(game: Followed, as: Follower): void {
  if (--game.followers[as] > 0) return;
  if (!game.isPreview) return;
  const isFollowed = game.followers.preview > 0;
  if (!isFollowed) games.delete(game.id);
  if (status.peek() !== 'connected') return;
  if (isFollowed) void game.watch();
  else void request({ type: 'unwatch', game: game.id }).catch(() => {});
}

onConnect(async () => {
  await Promise.all([...games.values()].map((game) => game.watch()));
});
on('event', ({ game, event }) => games.get(game)?.take(event));
on('spectators', ({ game, count }) => {
  const followed = games.get(game);
  if (followed) followed.spectators.value = count;
});
// Instead of events that would be too many, or were missed by a slow spectator.
on('state', ({ game, state }) => {
  const followed = games.get(game);
  if (followed && state.number > followed.known) void followed.fill();
});
