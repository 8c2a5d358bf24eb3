// What the server's endgame tables know of the position shown. A static host has none.
import { computed, effect, signal, untracked } from '@preact/signals';
import { here } from './analysis';
import { preferences } from '../settings/preferences';

export type TableResult = 'win' | 'cursed win' | 'draw' | 'blessed loss' | 'loss';

export interface TableEntry {
  /** For the side to move. */
  result: TableResult;
  /** Plies to the next capture, pawn move or mate. */
  dtz: number | null;
  /** The best one first. */
  moves: { uci: string; san: string; result: TableResult }[];
}

/** No tables that anybody has know more. */
const mostPieces = 7;
const piecesIn = (fen: string) => (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;

/** Whether the position shown is one of those that tables may have. */
export const mayBeInTables = computed(() => {
  const position = here.value;
  return position !== null && position.outcome === null && piecesIn(position.fen) <= mostPieces;
});

/** Known answers by FEN; null where the server has none. */
const known = signal<ReadonlyMap<string, TableEntry | null>>(new Map());

/** Nothing until the server has answered. */
export const tableEntry = computed(() => known.value.get(here.value?.fen ?? ''));

async function look(fen: string): Promise<TableEntry | null> {
  try {
    const answer = await fetch(`api/tablebase/${fen.replaceAll(' ', '_')}`);
    const isKnown = answer.ok && answer.headers.get('content-type')?.startsWith('application/json');
    return isKnown ? ((await answer.json()) as TableEntry) : null;
  } catch {
    return null; // no network
  }
}

effect(() => {
  const fen = here.value?.fen;
  if (!fen || !mayBeInTables.value || !preferences.value.tables) return;
  untracked(() => {
    if (known.value.has(fen)) return;
    void look(fen).then((entry) => (known.value = new Map(known.value).set(fen, entry)));
  });
});
