// The opponents: levels and characters (characters/*.toml), the engine at full strength, and another
// person at the same device.
import type { Color, Limits, Player } from 'kibitz';
import { players } from '../generated/players';
import { preferences } from './preferences';
import { words } from '../words';

export interface Opponent {
  id: string;
  name: string;
  description: string;
  rating?: number;
  /** People with this rating at lichess move about as well. */
  lichessRating?: number;
  settings: Record<string, number | boolean>;
}

export const levels = players.filter(({ id }) => /^level-/.test(id));
export const characters = players.filter(({ id }) => !/^level-/.test(id));

export const engineOpponent: Opponent = {
  id: 'engine',
  name: 'Kibitz',
  description: '',
  settings: {},
};
export const personOpponent: Opponent = {
  id: 'person',
  name: '',
  description: '',
  settings: {},
};

/** The name in the language of the page. */
export function nameOf({ id, name }: Opponent): string {
  const level = /^level-(\d+)$/.exec(id);
  if (level) return words.value.level(Number(level[1]));
  return id === 'person' ? words.value.twoPlayers : name;
}
export function descriptionOf({ id, description }: Opponent): string {
  if (id === 'engine') return words.value.engineDescription;
  if (id === 'person') return words.value.personDescription;
  return words.value.opponents[id] ?? description;
}

export function findOpponent(id: string): Opponent {
  const all = [...levels, ...characters, engineOpponent, personOpponent];
  return all.find((opponent) => opponent.id === id) ?? levels[3] ?? engineOpponent;
}

export interface Clock {
  white: number;
  black: number;
  increment: number;
}

const engineMilliseconds = 1500;
const mostPatience = 6000;

/** What to ask the engine for a move of that opponent. */
export function question(
  opponent: Opponent,
  color: Color,
  clock: Clock | null,
  seed: number,
): Limits | Player {
  // The flag may have fallen since the last check; the engine takes no negative times.
  const left = (side: Color) => Math.max(1, clock?.[side] ?? 0);
  if (opponent.id === 'engine')
    return clock
      ? { clock: { white: left('white'), black: left('black'), increment: clock.increment } }
      : { milliseconds: engineMilliseconds };
  return {
    settings: opponent.settings,
    seed,
    patience: preferences.value.humanPace ? mostPatience : 0,
    ...(clock && { clock: { remaining: left(color), increment: clock.increment } }),
  };
}
