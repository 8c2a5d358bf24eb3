// What the user's games say about their play.
import type { Color } from 'kibitz';
import { isPlayedHere, scoreOf, sideOf, type GameRecord } from './record';

/** Games from the user's point of view. */
export interface Tally {
  won: number;
  drawn: number;
  lost: number;
}

export interface RatingPoint {
  date: string;
  rating: number;
}

export interface OpeningTally extends Tally {
  opening: string;
  side: Color;
}

export interface MistakeCount {
  /** Null for mistakes that no motif punished. */
  motif: string | null;
  count: number;
}

export interface Statistics {
  games: number;
  /** The games in which the user's side is known. */
  own: Record<Color, Tally>;
  rating: RatingPoint[];
  openings: OpeningTally[];
  /** Of the user's side in the reviewed games. */
  reviewed: { games: number; accuracy: number; mistakes: MistakeCount[] } | null;
  /** The name that most games have in common; empty if there is none. */
  likelyName: string;
}

const mostOpenings = 12;

const noGames = (): Tally => ({ won: 0, drawn: 0, lost: 0 });
export const gamesOf = ({ won, drawn, lost }: Tally): number => won + drawn + lost;
function count(tally: Tally, score: 0 | 0.5 | 1): void {
  ++tally[score === 1 ? 'won' : score === 0 ? 'lost' : 'drawn'];
}

interface Own {
  record: GameRecord;
  side: Color;
  score: 0 | 0.5 | 1;
}

export function statisticsOf(records: readonly GameRecord[], names: readonly string[]): Statistics {
  const own: Own[] = records.flatMap((record) => {
    const side = sideOf(record, names);
    const score = scoreOf(record, side);
    return side && score !== null ? [{ record, side, score }] : [];
  });
  const bySide = { white: noGames(), black: noGames() };
  for (const { side, score } of own) count(bySide[side], score);
  return {
    games: records.length,
    own: bySide,
    rating: ratingOverTime(own),
    openings: openingsOf(own),
    reviewed: reviewsOf(records, names),
    likelyName: likelyName(records),
  };
}

/**
 * A rating from the games against rated opponents played here, by the formula of Elo. It begins at
 * the first opponent's rating, and moves faster during the first games, as on servers.
 */
export function ratingOverTime(own: readonly Own[]): RatingPoint[] {
  const firstGames = 20;
  const [fast, usual] = [40, 20];
  const scale = 400;
  let rating: number | null = null;
  const rated = own
    .filter(({ record, side }) => isPlayedHere(record) && opponentElo(record, side) !== null)
    .toSorted((a, b) => a.record.added - b.record.added);
  return rated.map(({ record, side, score }, i) => {
    const theirs = opponentElo(record, side)!;
    const before = rating ?? theirs;
    const expected = 1 / (1 + 10 ** ((theirs - before) / scale));
    rating = before + (i < firstGames ? fast : usual) * (score - expected);
    return { date: record.date, rating: Math.round(rating) };
  });
}

const opponentElo = ({ whiteElo, blackElo }: GameRecord, side: Color) =>
  side === 'white' ? blackElo : whiteElo;

/** By family, "Sicilian Defense" for all its variations; the most frequent first. */
function openingsOf(own: readonly Own[]): OpeningTally[] {
  const tallies = new Map<string, OpeningTally>();
  for (const { record, side, score } of own) {
    const opening = record.opening.split(':')[0]!;
    if (opening === '') continue;
    const key = `${side} ${opening}`;
    const tally = tallies.get(key) ?? { opening, side, ...noGames() };
    count(tally, score);
    tallies.set(key, tally);
  }
  return [...tallies.values()]
    .toSorted((a, b) => gamesOf(b) - gamesOf(a) || a.opening.localeCompare(b.opening))
    .slice(0, mostOpenings);
}

function reviewsOf(
  records: readonly GameRecord[],
  names: readonly string[],
): Statistics['reviewed'] {
  const counts = new Map<string | null, number>();
  let games = 0;
  let accuracy = 0;
  for (const record of records) {
    const side = sideOf(record, names);
    const reached = side && record.review?.accuracy[side];
    if (!record.review || reached == null) continue;
    ++games;
    accuracy += reached;
    for (const { color, verdict, motif } of record.review.mistakes)
      if (color === side && verdict !== 'inaccuracy')
        counts.set(motif, (counts.get(motif) ?? 0) + 1);
  }
  if (games === 0) return null;
  const mistakes = [...counts].map(([motif, count]) => ({ motif, count }));
  return {
    games,
    accuracy: accuracy / games,
    mistakes: mistakes.toSorted((a, b) => b.count - a.count),
  };
}

/** One name that is in more than half of the imported games, and in three at least. */
function likelyName(records: readonly GameRecord[]): string {
  const leastGames = 3;
  const imported = records.filter((record) => !isPlayedHere(record));
  const counts = new Map<string, number>();
  for (const { white, black } of imported)
    for (const name of new Set([white, black])) counts.set(name, (counts.get(name) ?? 0) + 1);
  counts.delete('');
  const [name, games] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? ['', 0];
  return games >= leastGames && games > imported.length / 2 ? name : '';
}
