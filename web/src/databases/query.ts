// What a user wants to find, as the fields that the server understands.
import type { Fields } from './server';

export const colours = ['both', 'white', 'black'] as const;
export type Colour = (typeof colours)[number];

export const outcomes = ['any', 'won', 'drawn', 'lost', 'white', 'draw', 'black'] as const;
export type Outcome = (typeof outcomes)[number];

export const orders = ['latest', 'strongest', 'stored'] as const;
export type Order = (typeof orders)[number];

/** What a move won material by, or a mate that has a name (docs/finding-games.md). */
export const motifs = [
  'any',
  'fork',
  'pin',
  'skewer',
  'discovered-attack',
  'discovered-check',
  'double-check',
  'hanging',
  'removes-defender',
  'overloaded',
  'trapped',
  'back-rank',
  'smothered-mate',
  'arabian-mate',
  'anastasias-mate',
  'dovetail-mate',
  'hook-mate',
  'bodens-mate',
  'double-bishop-mate',
] as const;
export type Motif = (typeof motifs)[number];
/** What can be asked of any games; empty texts ask for nothing. */
export interface CommonQuery {
  player: string;
  opponent: string;
  colour: Colour;
  /** A piece of its name, or a code such as B33 or B20-B99. */
  opening: string;
  /** The least rating of both players. */
  rating: string;
  /** "1. e4 c5" */
  line: string;
  material: string;
  /** "isolated-d" */
  pawns: string;
  motif: Motif;
  /** Pawns that a side was ahead by and did not win; the comments have to tell evaluations. */
  missedWin: string;
  /** Pawns that a move cost. */
  evalSwing: string;
  /** A FEN. */
  position: string;
  order: Order;
}

/** What is typed into the search in a database of the server's; openings have their English names. */
export interface Query extends CommonQuery {
  outcome: Outcome;
  since: string;
  until: string;
}

export const allGames: CommonQuery = {
  player: '',
  opponent: '',
  colour: 'both',
  opening: '',
  rating: '',
  line: '',
  material: '',
  pawns: '',
  motif: 'any',
  missedWin: '',
  evalSwing: '',
  position: '',
  order: 'latest',
};

export const everything: Query = { ...allGames, outcome: 'any', since: '', until: '' };

export const isOpeningCode = (text: string) => /^[A-E]\d{0,2}(?:-[A-E]\d{0,2})?$/i.test(text);

/** The player on one side, or on either. */
export const playerFields = (player: string, colour: Colour): Fields =>
  player.trim() === ''
    ? {}
    : { player: player.trim(), ...(colour !== 'both' && { [colour]: player.trim() }) };

export const orderFields = (order: Order): Fields =>
  order === 'stored' ? {} : { sort: order === 'latest' ? 'date' : 'elo', reverse: true };

/** As people write numbers, "1,5" too. */
const decimal = (text: string) => text.trim().replace(',', '.');

/** The fields that are asked in the same way of any games. */
export function commonFields(query: CommonQuery): Fields {
  const rating = query.rating.trim();
  return {
    opponent: query.opponent.trim(),
    elo: /^\d+$/.test(rating) ? `${rating}-` : rating,
    line: query.line.trim(),
    material: query.material.trim(),
    pawns: query.pawns.trim(),
    motif: query.motif === 'any' ? '' : query.motif,
    'missed-win': decimal(query.missedWin),
    'eval-swing': decimal(query.evalSwing),
    position: query.position,
    ...orderFields(query.order),
  };
}

const results: Partial<Record<Outcome, string>> = {
  white: '1-0',
  draw: '1/2-1/2',
  black: '0-1',
};
const outcomeOfPlayer: Partial<Record<Outcome, string>> = {
  won: 'win',
  drawn: 'draw',
  lost: 'loss',
};

/** Whether the outcome is said of a player, who has to be named. */
export const isOfPlayer = (outcome: Outcome): boolean => outcome in outcomeOfPlayer;

export function fieldsOf(query: Query): Fields {
  const opening = query.opening.trim();
  const hasPlayer = query.player.trim() !== '';
  return {
    ...commonFields(query),
    ...playerFields(query.player, query.colour),
    outcome: hasPlayer ? outcomeOfPlayer[query.outcome] : undefined,
    result: results[query.outcome],
    since: query.since.trim(),
    until: query.until.trim(),
    ...(isOpeningCode(opening) ? { eco: opening.toUpperCase() } : { opening }),
  };
}

/** "2024-05-17", as far as it is known. */
export const dateText = (date: string): string =>
  date.replaceAll('.', '-').replace(/(?:^\?{4}|-\?\?).*$/, '');
