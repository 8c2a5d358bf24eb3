// The user's own games of the arena go into My games when they are over, also those that end while
// the page is closed: the next visit fetches them.
import { effect, untracked } from '@preact/signals';
import { rulesLoaded } from '../game/core';
import { isTexts, load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { words as pageWords } from '../words';
import { readResource, status } from './connection';
import { type Course, courseOf } from './course';
import { me } from './identity';
import { myGames } from './lobby';
import { pgnOf } from './pgn';
import { type GameEvent, isChess } from './protocol';

/** Shorter games were only a try. */
const leastPlies = 2;

/** Games that were under way when the page last had news of them. */
const waiting = new Set(load('arena.unkept', isTexts));
const store = () => save('arena.unkept', [...waiting]);
const beingKept = new Set<string>();

effect(() => {
  if (status.value !== 'connected' || !me.value) return; // after a loss the lobby may be out of date
  const live = new Set(myGames.value.map(({ id }) => id));
  const over = [...waiting].filter((id) => !live.has(id) && !beingKept.has(id));
  for (const id of live) waiting.add(id);
  store();
  untracked(() => over.forEach((id) => void keep(id)));
});

/** What cannot be done now is done after the next connection. */
async function keep(id: string): Promise<void> {
  beingKept.add(id);
  try {
    const found = await readResource<{ events: GameEvent[] }>('games', id);
    const course = found && courseOf(found.events);
    if (course && !course.end) return; // the lobby does not have it yet
    if (course) await add(id, course);
    waiting.delete(id);
    store();
  } catch (error) {
    if ((error as { code?: unknown }).code === 'full') showError(pageWords.value.noRoomForGames);
  } finally {
    beingKept.delete(id);
  }
}

async function add(id: string, course: Course): Promise<void> {
  const side = course.start.players.indexOf(me.value ?? '');
  if (side < 0 || !isChess(course.start.game) || course.moves.length < leastPlies) return;
  const pgn = pgnOf(await rulesLoaded(), course);
  const { addPlayed } = await import('../my-games/library');
  await addPlayed(pgn, `arena ${id}`, side === 0 ? 'white' : 'black');
}
