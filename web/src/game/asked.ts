// What an address asks for: ?start=FEN&level=3&player=white&orientation=black, or a game to replay.
import type { Color } from 'kibitz';

export interface Asked {
  start: string;
  opponent: string;
  color: Color;
  /** Whether Black is at the bottom. */
  flipped: boolean;
}

const usualLevel = 3;
const levels = 14;

/** A game to play; null if nothing of it is asked for. */
export function gameAsked(address: string): Asked | null {
  const asked = new URL(address).searchParams;
  if (!['start', 'level', 'player'].some((name) => asked.has(name))) return null;
  const level = Math.min(levels, Math.max(1, Math.floor(Number(asked.get('level'))) || usualLevel));
  const color = asked.get('player') === 'black' ? 'black' : 'white';
  return {
    start: asked.get('start') ?? '',
    opponent: `level-${String(level).padStart(2, '0')}`,
    color,
    flipped: (asked.get('orientation') ?? color) === 'black',
  };
}

/** A game to replay: ?pgn=, or for a long one #pgn=, which no server sees. */
export function pgnAsked(address: string): string | null {
  const { searchParams, hash } = new URL(address);
  const mark = '#pgn=';
  if (!hash.startsWith(mark)) return searchParams.get('pgn');
  const text = hash.slice(mark.length);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // somebody wrote it in by hand, percent signs and all
  }
}
