// The games that the user plays or watches. Each is a list of events without gaps, received from the
// server; what a view shows is derived from them (course.ts).
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import { Refusal, readResource, on, onConnect, request, status } from './connection';
import { me } from './identity';
import type { GameEvent, GameMove, Side, ServerMessages } from './protocol';
import { type Course, courseOf } from './course';

export class FollowedGame {
  readonly events = signal<GameEvent[]>([]);
  readonly course: ReadonlySignal<Course | null> = computed(() => courseOf(this.events.value));
  /** The user's move that the server has not confirmed yet. */
  readonly pending = signal<{ ply: number; move: GameMove } | null>(null);
  readonly isUnknown = signal(false);
  /** How many messages of the chat the user has had in sight. */
  readonly read = signal(0);
  /** The number of connections that watch. */
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
    if (
      pending &&
      (event.type === 'end' ||
        event.type === 'takenBack' ||
        (this.course.value?.moves.length ?? 0) > pending.ply)
    )
      this.pending.value = null;
  }

  /** Fetches all events, after some were missed. */
  async fill(): Promise<void> {
    if (this.filling) return;
    this.filling = true;
    try {
      const found = await readResource<{ events: GameEvent[] }>('games', this.id);
      if (!found) this.isUnknown.value = true;
      else if (found.events.length > this.known) this.events.value = found.events;
    } catch {
      // The connection is lost; after a reconnection `watch` asks for the rest.
    } finally {
      this.filling = false;
    }
  }

  /** Subscribes to the events after the last known one. */
  async watch(): Promise<void> {
    if (this.course.value?.end) return;
    try {
      await request({ type: 'watch', game: this.id, after: this.known, preview: this.isPreview });
    } catch (error) {
      if (status.peek() === 'connected' && error instanceof Refusal) await this.fill();
      return;
    }
    const { pending, course, mySide } = this;
    // The move may not have reached the server before the connection was lost.
    if (
      pending.value &&
      course.value?.moves.length === pending.value.ply &&
      course.value.toMove === mySide.value
    )
      await this.send(pending.value.move);
  }

  /** Shows the move at once, before the server confirms it. */
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
      if (status.value !== 'connected') return; // `watch` sends it again
      this.pending.value = null;
      throw error;
    }
  }

  act(
    type:
      | 'draw'
      | 'declineDraw'
      | 'claimDraw'
      | 'takeback'
      | 'acceptTakeback'
      | 'declineTakeback'
      | 'giveTime'
      | 'resign'
      | 'abort',
  ): Promise<ServerMessages['ok']> {
    return request({ type, game: this.id });
  }
  chat(text: string): Promise<ServerMessages['ok']> {
    return request({ type: 'chat', game: this.id, text });
  }
}

const games = new Map<string, FollowedGame>();

/** Previews do not count as spectators. */
export type Follower = 'spectator' | 'preview';

/** Follows a game until `unfollow` is called as often. */
export function follow(id: string, as: Follower): FollowedGame {
  const game = games.get(id) ?? new FollowedGame(id);
  games.set(id, game);
  if (
    game.followers[as]++ === 0 &&
    (as === 'spectator' || game.isPreview) &&
    status.peek() === 'connected'
  )
    void game.watch();
  return game;
}

export function unfollow(game: FollowedGame, as: Follower): void {
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
// Sent instead of events if there would be too many, or if a slow spectator missed some.
on('state', ({ game, state }) => {
  const followed = games.get(game);
  if (followed && state.number > followed.known) void followed.fill();
});
