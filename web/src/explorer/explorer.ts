// What the opening explorer shows: whose games, of which rating, and their moves in the position.
import type { Move, Position } from 'kibitz';
import { computed, effect, signal } from '@preact/signals';
import { here } from '../game/analysis';
import { rules } from '../game/core';
import { load, save } from '../settings/storage';
import { changes, ownMoves } from '../my-games/library';
import { sides, type Side } from '../my-games/own-moves';
import { added, gamesIn, noResults, type PlayedMove, type Results } from '../game/results';
import { ExplorerTable } from './table';
import address from './people.txt?url';

/** Other people's games, or the user's own. */
export const sources = ['people', 'own'] as const;
export type Source = (typeof sources)[number];

interface Choice {
  source: Source;
  /** The number of the rating band; -1 for all. */
  band: number;
  side: Side;
}
const usual: Choice = { source: 'people', band: -1, side: 'both' };

function isChoice(value: unknown): value is Choice {
  const { source, band, side } = { ...(value as Choice | null) };
  return sources.includes(source!) && Number.isInteger(band) && sides.includes(side!);
}

export const choice = signal<Choice>(load('explorer', isChoice) ?? usual);
export const choose = (change: Partial<Choice>) => (choice.value = { ...choice.value, ...change });
effect(() => save('explorer', choice.value));

export const table = signal<ExplorerTable | null>(null);
/** Whether the table could not be fetched. */
export const isMissing = signal(false);

/** Fetches the table unless it is there. */
export async function fetchTable(): Promise<void> {
  if (table.value) return;
  isMissing.value = false;
  try {
    const response = await fetch(address);
    if (!response.ok) throw new Error(response.statusText);
    table.value = new ExplorerTable(await response.text());
  } catch {
    isMissing.value = true;
  }
}

/** A move that was played here, with everything to show of it. */
export interface Explored extends PlayedMove {
  move: Move;
  games: number;
  /** Of all games in this position, from 0 to 1. */
  share: number;
  /** The opening that the move leads to, if it has a name of its own. */
  opening: string | null;
}

export interface Exploration {
  moves: Explored[];
  games: number;
  total: Results;
}

/** The user's own moves in the position shown; null until they are known. */
const own = signal<{ position: string; side: Side; moves: PlayedMove[] } | null>(null);
effect(() => {
  const { source, side } = choice.value;
  const position = here.value?.name;
  void changes.value;
  if (source !== 'own' || !position) return;
  ownMoves(position, side).then(
    (moves) => {
      if (here.peek()?.name === position) own.value = { position, side, moves };
    },
    () => (own.value = { position, side, moves: [] }), // the library has reported why
  );
});

/** Null while it is not known. */
export const exploration = computed<Exploration | null>(() => {
  const position = here.value;
  if (!position || !rules.value) return null;
  const { source, band, side } = choice.value;
  if (source === 'people')
    return table.value && explored(table.value.moves(position.name, band < 0 ? null : band));
  const isCurrent = own.value?.position === position.name && own.value.side === side;
  return isCurrent ? explored(own.value!.moves) : null;

  function explored(played: readonly PlayedMove[]): Exploration {
    return explore(position!, played, (moves) => rules.value!.openingsAfter(position!.fen, moves));
  }
});

/** Leaves out what is not legal: another position may have the same name. */
export function explore(
  { legal }: Pick<Position, 'legal'>,
  played: readonly PlayedMove[],
  openingsAfter: (moves: readonly string[]) => (string | null)[],
): Exploration {
  const moveOf = new Map(legal.map((move) => [move.uci, move]));
  const known = played.filter(({ uci }) => moveOf.has(uci));
  const total = known.reduce(added, noResults);
  const games = gamesIn(total);
  const openings = openingsAfter(known.map(({ uci }) => uci));
  const moves = known.map((one, i) => ({
    ...one,
    move: moveOf.get(one.uci)!,
    games: gamesIn(one),
    share: gamesIn(one) / games,
    opening: openings[i] ?? null,
  }));
  return { moves, games, total };
}

/** Whether the table has the position, if not for the chosen ratings. */
export const isKnownToOthers = computed(
  () => choice.value.band >= 0 && table.value?.has(here.value?.name ?? '') === true,
);
