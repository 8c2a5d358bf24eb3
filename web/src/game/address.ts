// What the address asks for: ?start=FEN&level=3&player=white&orientation=black, or a game to replay.
import type { Color } from 'kibitz';

export interface GameRequest {
  start: string;
  opponent: string;
  color: Color;
  /** Whether Black is at the bottom. */
  flipped: boolean;
}

const usualLevel = 3;
const levels = 14;

/** The game to play, or null if the address asks for none. */
export function gameInAddress(address: string): GameRequest | null {
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

/** The PGN to replay: ?pgn=, or #pgn= for a long one, which is not sent to the server. */
export function pgnInAddress(address: string): string | null {
  const { searchParams, hash } = new URL(address);
  const mark = '#pgn=';
  if (!hash.startsWith(mark)) return searchParams.get('pgn');
  const text = hash.slice(mark.length);
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // not encoded: it has percent signs of its own
  }
}
