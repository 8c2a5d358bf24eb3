// Which games the user looks for.
import type { GameFields } from 'kibitz/database';
import { allGames, commonFields, type CommonQuery, isOpeningCode } from '../databases/query';

export const wantedResults = ['any', 'won', 'drawn', 'lost', 'white', 'black', 'open'] as const;
export type WantedResult = (typeof wantedResults)[number];

/**
 * What is typed into the search. `player` is a piece of a player's name or of the event, `colour` the user's, and
 * openings have their names in any language of the page.
 */
export interface Query extends CommonQuery {
  result: WantedResult;
  /** Days as a date field gives them, "2026-11-22". */
  from: string;
  to: string;
}

export const everything: Query = { ...allGames, result: 'any', from: '', to: '' };

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
  return {
    ...commonFields(query),
    ...(isOpeningCode(opening)
      ? { eco: opening.toUpperCase() }
      : { opening: opening && openingPieces(opening, openings) }),
    result: results[query.result],
    since: sinceDay(query.from),
    until: query.to,
  };
}

/** How the game must have ended for the user; the database does not know who that is. */
export const ownOutcome = ({ result }: Query): 'won' | 'lost' | '' =>
  result === 'won' || result === 'lost' ? result : '';
