// What the user's games say about their play.
import type { Color } from 'kibitz';
import type { OwnResults, OwnTally } from 'kibitz/database';
import { isPlayedHere, scoreOf, sideOf, type GameRecord, type KeptReview } from './record';

/** Games from the user's point of view. */
export type Tally = OwnTally;

export interface RatingPoint {
  date: string;
  rating: number;
}

export interface MistakeCount {
  /** Null for mistakes that no motif punished. */
  motif: string | null;
  count: number;
}

export interface Statistics extends OwnResults {
  rating: RatingPoint[];
  /** Of the user's side in the reviewed games. */
  reviewed: { games: number; accuracy: number; mistakes: MistakeCount[] } | null;
}

const mostOpenings = 12;

export const gamesOf = ({ won, drawn, lost }: Tally): number => won + drawn + lost;

interface Own {
  record: GameRecord;
  side: Color;
  score: 0 | 0.5 | 1;
}

/**
 * @param results what the database has counted
 * @param played the games that were played here, and others that are stored like these
 * @param reviewed the reviews, each with the user's side in the game
 */
export function statisticsOf(
  results: OwnResults,
  played: readonly GameRecord[],
  reviewed: readonly { side: Color | null; review: KeptReview }[],
): Statistics {
  const own = played.flatMap((record) => {
    const side = sideOf(record, []);
    const score = scoreOf(record, side);
    return side && score !== null ? [{ record, side, score }] : [];
  });
  return {
    ...results,
    openings: results.openings.slice(0, mostOpenings),
    rating: ratingOverTime(own),
    reviewed: reviewsOf(reviewed),
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

function reviewsOf(
  reviews: readonly { side: Color | null; review: KeptReview }[],
): Statistics['reviewed'] {
  const counts = new Map<string | null, number>();
  let games = 0;
  let accuracy = 0;
  for (const { side, review } of reviews) {
    const reached = side && review.accuracy[side];
    if (reached == null) continue;
    ++games;
    accuracy += reached;
    for (const { color, verdict, motif } of review.mistakes)
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
