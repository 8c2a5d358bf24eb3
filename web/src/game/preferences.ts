// The user's preferences: appearance, sound, and the settings of the next game.
import type { Color } from 'kibitz';
import { effect, signal } from '@preact/signals';
import { pieceSets, type PieceSet } from '../board/sets';
import { load, save } from './storage';

export const themes = ['light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

export const boards = ['wood', 'green', 'blue', 'grey'] as const;
export type BoardStyle = (typeof boards)[number];

export interface Preferences {
  theme: Theme;
  board: BoardStyle;
  pieces: PieceSet;
  language: string;
  sound: boolean;
  flipped: boolean;
  opponent: string;
  color: Color | 'random';
  minutes: number;
  increment: number;
  /** Opponents take the time a human would. */
  humanPace: boolean;
  /** Whether the user has ever begun a game. The engine is not fetched before. */
  started: boolean;
}

const prefers = (what: string) => globalThis.matchMedia?.(`(prefers-${what})`).matches ?? false;

const usual: Preferences = {
  theme: prefers('contrast: more') ? 'contrast' : prefers('color-scheme: dark') ? 'dark' : 'light',
  board: 'wood',
  pieces: 'staunton',
  language: globalThis.navigator?.language.slice(0, 2) ?? 'en',
  sound: false,
  flipped: false,
  opponent: 'level-04',
  color: 'white',
  minutes: 0,
  increment: 0,
  humanPace: true,
  started: false,
};

const isTime = (value: unknown) =>
  value === undefined || (Number(value) >= 0 && Number(value) <= 1000);
const isOneOf = (all: readonly string[], value: object, key: keyof Preferences) =>
  all.includes(String({ ...usual, ...value }[key]));

function isPart(value: unknown): value is Partial<Preferences> {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(
      ([key, part]) => typeof part === typeof usual[key as keyof Preferences],
    ) &&
    isTime((value as Partial<Preferences>).minutes) &&
    isTime((value as Partial<Preferences>).increment) &&
    isOneOf(themes, value, 'theme') &&
    isOneOf(boards, value, 'board') &&
    isOneOf(pieceSets, value, 'pieces') &&
    isOneOf(['white', 'black', 'random'], value, 'color')
  );
}

export const preferences = signal<Preferences>({ ...usual, ...load('preferences', isPart) });
export const prefer = (change: Partial<Preferences>) =>
  (preferences.value = { ...preferences.value, ...change });

effect(() => {
  save('preferences', preferences.value);
  const page = globalThis.document?.documentElement;
  if (page)
    Object.assign(page.dataset, { theme: preferences.value.theme, board: preferences.value.board });
});
