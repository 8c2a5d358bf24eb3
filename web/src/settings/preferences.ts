// The user's preferences: appearance, sound, and the settings of the next game.
import type { Color } from 'kibitz';
import { effect, signal } from '@preact/signals';
import { load, save } from './storage';

/** `auto` follows the system. */
export const themes = ['auto', 'light', 'dark', 'contrast'] as const;
export type Theme = (typeof themes)[number];

export const boards = ['wood', 'green', 'blue', 'grey', 'marble'] as const;
export type BoardStyle = (typeof boards)[number];

export const pieceSets = ['staunton', 'plain', 'turned', 'geometric', 'letters'] as const;
export type PieceSet = (typeof pieceSets)[number];

export interface Preferences {
  theme: Theme;
  board: BoardStyle;
  pieces: PieceSet;
  /** Percent of the room that there is for the board beside the panel. */
  boardSize: number;
  language: string;
  sound: boolean;
  /** Percent. */
  volume: number;
  /** Whether the board has the names of files and ranks, shows where a piece can go, and lets pieces slide. */
  coordinates: boolean;
  dots: boolean;
  slides: boolean;
  /** Whether single keys are commands. */
  shortcuts: boolean;
  flipped: boolean;
  opponent: string;
  color: Color | 'random';
  minutes: number;
  increment: number;
  /** Opponents take the time a human would. */
  humanPace: boolean;
  /** Whether the opening explorer is open in the analysis. */
  explorer: boolean;
  /** Whether the server's endgame tables are asked in the analysis. */
  tables: boolean;
  /** The engine's threads and megabytes of memory; 0 for what suits the device. */
  threads: number;
  hashMb: number;
  /** Whether the user has ever begun a game. The engine is not fetched before. */
  started: boolean;
}

const wantsContrast = globalThis.matchMedia?.('(prefers-contrast: more)');
const wantsDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const themeOfSystem = () =>
  wantsContrast?.matches ? 'contrast' : wantsDark?.matches ? 'dark' : 'light';

export const [smallestBoard, largestBoard] = [50, 100]; // percent

const usual: Preferences = {
  theme: 'auto',
  board: 'wood',
  pieces: 'staunton',
  boardSize: largestBoard,
  language: globalThis.navigator?.language.slice(0, 2) ?? 'en',
  sound: true,
  volume: 100,
  coordinates: true,
  dots: true,
  slides: true,
  shortcuts: true,
  flipped: false,
  opponent: 'coach',
  color: 'white',
  minutes: 0,
  increment: 0,
  humanPace: true,
  explorer: false,
  tables: false,
  threads: 0,
  hashMb: 0,
  started: false,
};

const isTime = (value: unknown) =>
  value === undefined || (Number(value) >= 0 && Number(value) <= 1000);
const isAmount = (value: unknown) =>
  value === undefined || (Number.isInteger(value) && Number(value) >= 0);
const isSize = (value: unknown) =>
  value === undefined || (Number(value) >= smallestBoard && Number(value) <= largestBoard);
const isPercent = (value: unknown) =>
  value === undefined || (Number(value) >= 0 && Number(value) <= 100);
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
    isAmount((value as Partial<Preferences>).threads) &&
    isAmount((value as Partial<Preferences>).hashMb) &&
    isSize((value as Partial<Preferences>).boardSize) &&
    isPercent((value as Partial<Preferences>).volume) &&
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
  wear();
});

/** Gives the page its theme and its board. */
function wear(): void {
  const page = globalThis.document?.documentElement;
  const { theme, board, boardSize } = preferences.value;
  if (!page) return;
  Object.assign(page.dataset, { theme: theme === 'auto' ? themeOfSystem() : theme, board });
  page.style.setProperty('--board-share', String(boardSize / largestBoard));
}
for (const wish of [wantsContrast, wantsDark]) wish?.addEventListener('change', wear);
