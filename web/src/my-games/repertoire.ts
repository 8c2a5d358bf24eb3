// The user's own openings: the positions that arise in several of their games, and what they play there.
import type { Color } from 'kibitz';
import { type GameCourse, unpackMove } from './record';

export interface OwnPosition {
  /** The position's number, by which it is kept. */
  position: number;
  /** How it arose, from the usual start; in UCI notation. */
  path: string[];
  /** What the user plays most often. */
  move: string;
  /** What they have played in several games, too. */
  others: string[];
  /** How many games had the position, and in how many of them `move` was played. */
  games: number;
  times: number;
}

const openingPlies = 20;
/** The first move of each side needs no practice. */
const firstPlies = 2;
const leastGames = 2;
const mostPositions = 300;

interface Counted {
  path: Uint16Array;
  moves: Map<number, number>;
  games: number;
}

/** @param start the number of the position from which openings begin */
export function repertoireOf(
  games: Iterable<{ side: Color; course: Omit<GameCourse, 'id'> }>,
  start: number,
): OwnPosition[] {
  const positions = new Map<number, Counted>();
  for (const { side, course } of games) {
    if (course.positions[0] !== start) continue;
    const own = side === 'white' ? 0 : 1;
    const end = Math.min(openingPlies, course.moves.length);
    const seen = new Set<number>(); // a game counts once for a position
    for (let ply = firstPlies + own; ply < end; ply += 2) {
      const position = course.positions[ply]!;
      if (seen.has(position)) continue;
      seen.add(position);
      const known = positions.get(position) ?? {
        path: course.moves.slice(0, ply),
        moves: new Map<number, number>(),
        games: 0,
      };
      positions.set(position, known);
      const move = course.moves[ply]!;
      known.moves.set(move, (known.moves.get(move) ?? 0) + 1);
      ++known.games;
    }
  }
  return [...positions]
    .flatMap(([position, counted]) => ownPosition(position, counted) ?? [])
    .toSorted((a, b) => b.games - a.games || a.path.length - b.path.length)
    .slice(0, mostPositions);
}

/** Null where the user has no usual move. */
function ownPosition(position: number, { path, moves, games }: Counted): OwnPosition | null {
  const [usual, ...rest] = [...moves].toSorted((a, b) => b[1] - a[1]);
  if (!usual || usual[1] < leastGames || 2 * usual[1] < games) return null;
  return {
    position,
    path: Array.from(path, unpackMove),
    move: unpackMove(usual[0]),
    others: rest.filter(([, times]) => times >= leastGames).map(([move]) => unpackMove(move)),
    games,
    times: usual[1],
  };
}
