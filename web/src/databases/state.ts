// What the view of a database shows: what is looked for, what was found, and a player's page.
import { computed, effect, signal, untracked } from '@preact/signals';
import { rules } from '../game/core';
import { latest } from './latest';
import { nobody, type Part, type Wanted } from './place';
import { everything, fieldsOf, playerFields, type Query } from './query';
import {
  askGames,
  askNames,
  askPlayer,
  databases,
  type Fields,
  type FoundGame,
  type FoundGames,
  type Player,
} from './server';
import { whyNot } from './trouble';

/** The database that is shown in the place of the user's own games; empty for these. */
export const shown = signal('');
/** Null where the user's own games are shown. */
export const database = computed(
  () => databases.value?.find(({ name }) => name === shown.value) ?? null,
);

/** The one that a tall window shows. */
export const part = signal<Part>('list');

export const gamesAtATime = 50;

export const query = signal<Query>(everything);
/** Null until the server has answered. */
export const found = signal<FoundGames | null>(null);
export const trouble = signal('');
/** Whether more games are being fetched. */
const isFetchingMore = signal(false);

/** Counts the requests to search again after nobody answered. */
const again = signal(0);
export const searchAgain = (): void => void ++again.value;

export const narrow = (change: Partial<Query>): void => {
  query.value = { ...query.value, ...change };
};
export const wantEverything = (): void => void (query.value = everything);

/** Looks for the games that reached a position; returns whether the FEN is one. */
export function wantPosition(fen: string): boolean {
  if (!rules.value) return false;
  try {
    narrow({ position: rules.value.position(fen).fen });
    return true;
  } catch {
    return false;
  }
}

/** Follows the search while the view is shown; returns what ends that. */
export function follow(): () => void {
  const search = latest<FoundGames>();
  let before = '';
  const stop = effect(() => {
    void again.value;
    const database = shown.value;
    const asked = query.value;
    if (!database) return;
    const fields: Fields = { ...fieldsOf(asked), limit: gamesAtATime };
    const isAnother = before !== database;
    before = database;
    untracked(() => {
      if (isAnother) found.value = null;
      search.ask(
        (signal) => askGames(database, fields, signal),
        (games) => {
          found.value = games;
          trouble.value = '';
        },
        (error) => (trouble.value = whyNot(error)),
        !isAnother,
      );
    });
  });
  return () => {
    stop();
    search.stop();
  };
}

export async function showMore(): Promise<void> {
  const known = found.value;
  if (!known || isFetchingMore.value) return;
  isFetchingMore.value = true;
  try {
    const more = await askGames(shown.value, {
      ...fieldsOf(query.value),
      limit: gamesAtATime,
      offset: known.games.length,
    });
    // Unless something else was asked for meanwhile.
    if (found.value === known)
      found.value = { ...known, games: [...known.games, ...more.games] as FoundGame[] };
  } catch (error) {
    trouble.value = whyNot(error);
  } finally {
    isFetchingMore.value = false;
  }
}

/** Whose page is shown. */
export const wanted = signal<Wanted>(nobody);
export const want = (change: Partial<Wanted>): void => {
  wanted.value = { ...wanted.value, ...change };
};
/** Null until somebody is asked for and the server has answered. */
export const player = signal<Player | null>(null);
export const playerTrouble = signal('');

export function followPlayer(): () => void {
  const search = latest<Player>();
  const stop = effect(() => {
    const database = shown.value;
    const { name, line, since } = wanted.value;
    untracked(() => {
      playerTrouble.value = '';
      if (name.trim() === '' || !database) {
        search.stop();
        player.value = null;
        return;
      }
      search.ask(
        (signal) => askPlayer(database, { ...playerFields(name, 'both'), line, since }, signal),
        (answer) => (player.value = answer),
        (error) => {
          player.value = null;
          playerTrouble.value = whyNot(error);
        },
        true,
      );
    });
  });
  return () => {
    stop();
    search.stop();
  };
}

/** Names that begin as what is typed, of all players of the database. */
export const names = signal<readonly { name: string; games: number }[]>([]);
const naming = latest<readonly { name: string; games: number }[]>();
export function suggest(database: string, typed: string): void {
  const noNames = () => (names.value = []);
  if (typed.trim() === '') naming.stop();
  else
    naming.ask(
      () => askNames(database, typed),
      (answer) => (names.value = answer),
      noNames,
      true,
    );
}
