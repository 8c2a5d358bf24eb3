// What the opening explorer shows: whose games, which of them, and their moves in the position.
import type { Color, Move, Position } from 'kibitz';
import { computed, effect, signal, untracked } from '@preact/signals';
import { explore, explored, filterFields } from '../databases/explored';
import { latest } from '../databases/latest';
import { orderFields } from '../databases/query';
import { askGames, askTree, databases, type FoundGame, type Tally } from '../databases/server';
import { whyNot } from '../databases/trouble';
import { here } from '../game/analysis';
import { rules } from '../game/core';
import { load, save } from '../settings/storage';
import { changes, ownMoves } from '../my-games/library';
import { sides, type Side } from '../my-games/own-moves';
import { added, gamesIn, noResults, type PlayedMove, type Results } from '../game/results';
import { ExplorerTable } from './table';
import address from './people.txt?url';

/** Other people's games, the user's own, or those of a database of the server's. */
const ownSources = ['people', 'own'] as const;
type OwnSource = (typeof ownSources)[number];
/** A database is named behind a slash, which no other source has. */
export type Source = OwnSource | `/${string}`;

interface Choice {
  source: OwnSource;
  /** The number of the rating band; -1 for all. */
  band: number;
  side: Side;
}
const usual: Choice = { source: 'people', band: -1, side: 'both' };

function isChoice(value: unknown): value is Choice {
  const { source, band, side } = { ...(value as Choice | null) };
  return ownSources.includes(source!) && Number.isInteger(band) && sides.includes(side!);
}

export const choice = signal<Choice>(load('explorer', isChoice) ?? usual);
export const choose = (change: Partial<Choice>) => (choice.value = { ...choice.value, ...change });
effect(() => save('explorer', choice.value));

export const sources = computed<readonly Source[]>(() => [
  ...ownSources,
  ...(databases.value ?? []).map(({ name }) => `/${name}` as const),
]);
/** The database whose games are shown; empty where it is not one that the server has. */
export const database = computed(() => {
  const { database: name } = explored.value;
  return databases.value?.some((one) => one.name === name) ? name : '';
});
export const source = computed<Source>(() =>
  database.value ? `/${database.value}` : choice.value.source,
);
export function chooseSource(chosen: Source): void {
  if (chosen === 'people' || chosen === 'own') {
    explore({ database: '' });
    choose({ source: chosen });
  } else explore({ database: chosen.slice(1) });
}

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

/** What else a database knows of a move. */
interface Counted {
  /** Those without a result, too. */
  games?: number;
  rating?: number | null;
  performance?: number | null;
  last?: string;
}

/** A move that was played here, with everything to show of it. */
export interface Explored extends PlayedMove, Counted {
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
  const { side } = choice.value;
  const shown = here.value;
  void changes.value;
  if (source.value !== 'own' || !shown) return;
  const position = shown.name;
  ownMoves(shown, side).then(
    (moves) => {
      if (here.peek()?.name === position) own.value = { position, side, moves };
    },
    () => (own.value = { position, side, moves: [] }), // the library has reported why
  );
});

/** What the database says of the position shown. */
interface Answer {
  database: string;
  position: string;
  moves: (PlayedMove & Counted)[];
  games: readonly FoundGame[];
  isComplete: boolean;
}
const answered = signal<Answer | null>(null);
export const databaseTrouble = signal('');
/** Which of the games in the position are shown. */
export const gameOrders = ['latest', 'strongest'] as const;
export const gameOrder = signal<(typeof gameOrders)[number]>('latest');

const gamesShown = 8;
const asking = latest<Answer>();
/** Counts the requests to ask again. */
const again = signal(0);
export const askAgain = (): void => void ++again.value;

/** Asks the database about the position shown while the explorer is open; returns what ends that. */
export function followDatabase(): () => void {
  const stop = effect(() => {
    void again.value;
    const name = database.value;
    const position = here.value;
    const { database: _, ...filter } = explored.value;
    const order = orderFields(gameOrder.value);
    if (!name || !position) return;
    const fields = { ...filterFields(filter), position: position.fen };
    untracked(() =>
      asking.ask(
        async (signal) => {
          const [tree, found] = await Promise.all([
            askTree(name, fields, signal),
            askGames(name, { ...fields, ...order, limit: gamesShown }, signal),
          ]);
          return {
            database: name,
            position: position.name,
            moves: tree.moves.map((move) => ({ ...move, ...resultsFor(position.turn, move) })),
            games: found.games,
            isComplete: tree.complete && found.complete,
          };
        },
        (answer) => {
          answered.value = answer;
          databaseTrouble.value = '';
        },
        (error) => (databaseTrouble.value = whyNot(error)),
        answered.peek() !== null, // a user who steps through a game does not want all of them
      ),
    );
  });
  return () => {
    stop();
    asking.stop();
  };
}

/** From those of the side that moves. */
const resultsFor = (turn: Color, { wins, draws, losses }: Tally): Results =>
  turn === 'white' ? { white: wins, draws, black: losses } : { white: losses, draws, black: wins };

/** The games of the database that reached the position shown. */
export const games = computed(() => current.value?.games ?? []);
export const isComplete = computed(() => current.value?.isComplete ?? true);
const current = computed(() => {
  const answer = answered.value;
  const isCurrent = answer?.database === database.value && answer.position === here.value?.name;
  return isCurrent ? answer : null;
});

/** Null while it is not known. */
export const exploration = computed<Exploration | null>(() => {
  const position = here.value;
  if (!position || !rules.value) return null;
  const { band, side } = choice.value;
  if (database.value) return current.value && sum(current.value.moves);
  if (source.value === 'people')
    return table.value && sum(table.value.moves(position.name, band < 0 ? null : band));
  const isCurrent = own.value?.position === position.name && own.value.side === side;
  return isCurrent ? sum(own.value!.moves) : null;

  function sum(played: readonly (PlayedMove & Counted)[]): Exploration {
    return summedUp(position!, played, (moves) => rules.value!.openingsAfter(position!.fen, moves));
  }
});

/** Leaves out what is not legal: another position may have the same name. */
export function summedUp(
  { legal }: Pick<Position, 'legal'>,
  played: readonly (PlayedMove & Counted)[],
  openingsAfter: (moves: readonly string[]) => (string | null)[],
): Exploration {
  const moveOf = new Map(legal.map((move) => [move.uci, move]));
  const known = played.filter(({ uci }) => moveOf.has(uci));
  const total = known.reduce(added, noResults);
  const count = (one: PlayedMove & Counted) => one.games ?? gamesIn(one);
  const games = known.reduce((sum, one) => sum + count(one), 0);
  const openings = openingsAfter(known.map(({ uci }) => uci));
  const moves = known.map((one, i) => ({
    ...one,
    move: moveOf.get(one.uci)!,
    games: count(one),
    share: count(one) / games,
    opening: openings[i] ?? null,
  }));
  return { moves, games, total };
}

/** Whether the table has the position, if not for the chosen ratings. */
export const isKnownToOthers = computed(
  () => choice.value.band >= 0 && table.value?.has(here.value?.name ?? '') === true,
);
