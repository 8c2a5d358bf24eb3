// The databases of games that the server has (docs/game-database.md), and what they answer. A static
// host has none.
import { signal } from '@preact/signals';
import type { Color } from 'kibitz';
import type { ListedGame, ReplyTally } from 'kibitz/database';

export interface Database {
  name: string;
  games: number;
}

/** How games ended for the side that moves, or for the player that was asked for. */
export type Tally = ReplyTally;

/** Whether all games were looked at: a search of the server's takes only so long. */
interface Searched {
  complete: boolean;
}

export interface MoveTree extends Searched {
  /** The most frequent first. `uci` is empty for a null move. */
  moves: (Tally & { uci: string; san: string })[];
  total: Tally;
}

export type FoundGame = ListedGame;

export interface FoundGames extends Searched {
  /** How many there are; a page of them follows. */
  found: number;
  games: FoundGame[];
}

export type NamedTally = Tally & { name: string };

export interface Repertoire {
  total: Tally;
  openings: NamedTally[];
  /** "1. e4 c5" */
  firstMoves: NamedTally[];
}

export type Player = Record<Color, Repertoire> & Searched;

export type Fields = Record<string, string | number | boolean | undefined>;

/** Why the server did not answer: a code of docs/api, or "offline". */
export class DatabaseError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Null until it is known. */
export const databases = signal<readonly Database[] | null>(null);

/** A host without databases has a file at that address, which says so. */
const address = 'api/games';

/** What is not set asks for nothing. */
function queryOf(fields: Fields): string {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
  return new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
}

async function ask(path: string, signal?: AbortSignal): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`${address}/${path}`, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new DatabaseError('offline', String(error));
  }
  if (answer.ok) return answer;
  const { code, error } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  throw new DatabaseError(String(code ?? answer.status), String(error ?? answer.statusText));
}

const question =
  <Answer>(what: string) =>
  async (database: string, fields: Fields, signal?: AbortSignal): Promise<Answer> =>
    (await ask(`${database}/${what}?${queryOf(fields)}`, signal)).json() as Promise<Answer>;

export const askTree = question<MoveTree>('tree');
export const askGames = question<FoundGames>('find');
export const askPlayer = question<Player>('player');
const askNamesOf = question<{ names: { name: string; games: number }[] }>('names');
export const askNames = async (database: string, name: string) =>
  (await askNamesOf(database, { name })).names;
export const askPgn = async (database: string, number: number): Promise<string> =>
  (await ask(`${database}/game/${number}`)).text();

/** Asks once which databases there are; without an answer it may be asked again. */
export async function findDatabases(): Promise<void> {
  if (databases.value) return;
  try {
    const answer = await fetch(address);
    const known = ((await answer.json()) as { databases?: unknown }).databases;
    databases.value = Array.isArray(known) ? (known as Database[]) : [];
  } catch {
    // no network, or a host without that file
  }
}
