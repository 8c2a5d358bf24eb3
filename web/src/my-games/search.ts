// Which games the user looks for.
import { scoreOf, sideOf, type GameCourse, type GameRecord } from './record';

export const wantedResults = ['any', 'won', 'drawn', 'lost', 'white', 'black', 'open'] as const;
export type WantedResult = (typeof wantedResults)[number];

export interface Query {
  /** Part of a player's name or of the event. */
  player: string;
  /** Part of an opening's name, or how its code begins. */
  opening: string;
  result: WantedResult;
  /** Days as a date field gives them, "2026-11-22"; empty for any. */
  from: string;
  to: string;
  /** The name of a position that the game reached; empty for any. */
  position: string;
}

export const everything: Query = {
  player: '',
  opening: '',
  result: 'any',
  from: '',
  to: '',
  position: '',
};

const includes = (text: string, part: string) =>
  text.toLocaleLowerCase().includes(part.trim().toLocaleLowerCase());

function hasResult(record: GameRecord, wanted: WantedResult, names: readonly string[]): boolean {
  const score = scoreOf(record, sideOf(record, names));
  switch (wanted) {
    case 'any':
      return true;
    case 'won':
      return score === 1;
    case 'drawn':
      return record.result === '1/2-1/2';
    case 'lost':
      return score === 0;
    case 'white':
      return record.result === '1-0';
    case 'black':
      return record.result === '0-1';
    case 'open':
      return record.result === '*';
  }
}

/** A date with unknown parts matches if it may lie between the days. */
function isBetween(date: string, from: string, to: string): boolean {
  const parts = date.replaceAll('.', '-');
  if (parts.startsWith('?')) return from === '' && to === '';
  return (
    (from === '' || parts.replaceAll('?', '9') >= from) &&
    (to === '' || parts.replaceAll('?', '0') <= to)
  );
}

/**
 * All but the position. An opening is found by the name in the record, and by what `alsoCalled`, if
 * given, makes of it.
 */
export const matches = (
  record: GameRecord,
  query: Query,
  names: readonly string[],
  alsoCalled?: (opening: string) => string,
): boolean =>
  (query.player === '' ||
    [record.white, record.black, record.event].some((text) => includes(text, query.player))) &&
  (query.opening === '' ||
    includes(record.opening, query.opening) ||
    (alsoCalled !== undefined && includes(alsoCalled(record.opening), query.opening)) ||
    record.eco.toLowerCase().startsWith(query.opening.trim().toLowerCase())) &&
  hasResult(record, query.result, names) &&
  isBetween(record.date, query.from, query.to);

const daysOf = ({ date }: GameRecord) => date.replaceAll('?', '0');

/** The latest game first; unknown dates come last. */
export const latestFirst = (a: GameRecord, b: GameRecord): number =>
  daysOf(b).localeCompare(daysOf(a)) || b.added - a.added || b.id - a.id;

export const reaches = ({ positions }: GameCourse, position: number): boolean =>
  positions.includes(position);
