// Which games the user looks for.
import type { GameFields } from 'kibitz/database';
import {
  type Colour,
  isOpeningCode,
  type Motif,
  evaluationFields,
  motifField,
  type Order,
  orderFields,
} from '../databases/query';

export const wantedResults = ['any', 'won', 'drawn', 'lost', 'white', 'black', 'open'] as const;
export type WantedResult = (typeof wantedResults)[number];

/** What is typed into the search; empty texts ask for nothing. */
export interface Query {
  /** A piece of a player's name or of the event. */
  player: string;
  /** A piece of an opening's name in a language of the page, or a code such as B33 or B20-B99. */
  opening: string;
  result: WantedResult;
  opponent: string;
  /** The user's. */
  colour: Colour;
  /** Days as a date field gives them, "2026-11-22". */
  from: string;
  to: string;
  /** The least rating of both players. */
  rating: string;
  /** "1. e4 c5" */
  line: string;
  material: string;
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

export const everything: Query = {
  player: '',
  opening: '',
  result: 'any',
  opponent: '',
  colour: 'both',
  from: '',
  to: '',
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

const results: Partial<Record<WantedResult, string>> = {
  drawn: '1/2-1/2',
  white: '1-0',
  black: '0-1',
  open: '*',
};

/** An opening as the page calls it in its languages. */
export interface OpeningNames {
  english: string;
  /** In lower case. */
  others: string;
}

/**
 * What is typed about an opening in English, or else the English names of all openings that are called so in
 * another language; a piece that has another in it says nothing new.
 */
function openingPieces(typed: string, openings: readonly OpeningNames[]): string {
  const piece = typed.toLowerCase();
  const called = openings
    .filter(({ others }) => others.includes(piece))
    .map(({ english }) => english)
    .toSorted((a, b) => a.length - b.length);
  const shortest: string[] = [];
  for (const name of called)
    if (!shortest.some((other) => name.includes(other))) shortest.push(name);
  return [typed, ...shortest].join('|');
}

/**
 * A day to begin with: the first of a year is that year, so that games of which no more is known are not left
 * out, and so is the first of a month.
 */
const sinceDay = (day: string) => day.replace(/(?:-01)?-01$/, '');

/** The question for the database; the rest of the query is asked beside its fields. */
export function fieldsOf(query: Query, openings: readonly OpeningNames[]): GameFields {
  const opening = query.opening.trim();
  const rating = query.rating.trim();
  return {
    ...(isOpeningCode(opening)
      ? { eco: opening.toUpperCase() }
      : { opening: opening && openingPieces(opening, openings) }),
    result: results[query.result],
    opponent: query.opponent.trim(),
    since: sinceDay(query.from),
    until: query.to,
    elo: /^\d+$/.test(rating) ? `${rating}-` : rating,
    line: query.line.trim(),
    material: query.material.trim(),
    pawns: query.pawns.trim(),
    motif: motifField(query.motif),
    ...evaluationFields(query),
    position: query.position,
    ...orderFields(query.order),
  };
}

/** How the game must have ended for the user; the database does not know who that is. */
export const ownOutcome = ({ result }: Query): 'won' | 'lost' | '' =>
  result === 'won' || result === 'lost' ? result : '';
