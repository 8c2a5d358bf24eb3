// The opponents: levels and characters (characters/*.toml), the engine at full strength, and another
// person at the same device.
import type { Color, Limits, Player } from 'kibitz';
import { players } from '../generated/players';
import { preferences } from '../settings/preferences';
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

const isLevel = ({ id }: Opponent) => /^(beginner|level)-\d+$/.test(id);
/** From the weakest on; two beginners come before level 1. */
export const levels = players.filter(isLevel);
export const characters = players.filter((one) => !isLevel(one));

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
  const [, kind, number] = /^(beginner|level)-(\d+)$/.exec(id) ?? [];
  if (number) return words.value[kind as 'beginner' | 'level'](Number(number));
  return id === 'person' ? words.value.twoPlayers : name;
}
export function descriptionOf({ id, description }: Opponent): string {
  if (id === 'engine') return words.value.engineDescription;
  if (id === 'person') return words.value.personDescription;
  return words.value.opponents[id] ?? description;
}

export function findOpponent(id: string): Opponent {
  const all = [...levels, ...characters, engineOpponent, personOpponent];
  const withId = (wanted: string) => all.find((opponent) => opponent.id === wanted);
  return withId(id) ?? withId('level-04') ?? engineOpponent;
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
