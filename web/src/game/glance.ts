// What a FEN or a PGN shows at a glance, before the rules have loaded: where the pieces stand, and who
// played. Whether it is valid is for the rules to say.
import type { Color } from 'kibitz';
import { resultText } from '../words';
import { isolated } from '../words/isolated';

export const startBoard = 'RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr';

/** The board of a FEN as 64 letters from a1; squares that the text does not mention are empty. */
export function boardOf(placement: string): string {
  const ranks = placement
    .split('/')
    .map((rank) =>
      rank.replace(/\d/g, (digit) => '.'.repeat(Number(digit))).replace(/[^pnbrqkPNBRQK.]/g, '.'),
    );
  return Array.from({ length: 8 }, (_, i) => (ranks[7 - i] ?? '').padEnd(8, '.').slice(0, 8)).join(
    '',
  );
}

/** The side to move in a FEN. */
export const turnOf = (fen: string): Color => (fen.split(/\s+/)[1] === 'b' ? 'black' : 'white');

/** The tags before the moves. */
export function tagsOf(pgn: string): Record<string, string> {
  const tag = /\s*\[(\w+)\s+"((?:[^"\\]|\\.)*)"\]/y; // one after the other, also on one line
  const tags: Record<string, string> = {};
  for (let found = tag.exec(pgn); found; found = tag.exec(pgn))
    tags[found[1]!] ??= found[2]!.replace(/\\(.)/g, '$1');
  return tags;
}

/** Whether there is something like a move after the tags and outside of comments. */
export const hasMoves = (pgn: string): boolean =>
  /\b(?:[KQRBN]?[a-h]?[1-8]?x?[a-h][1-8]|O-O)/.test(pgn.replace(/\[[^\]]*\]|\{[^}]*\}/g, ''));

const known = (value: string | undefined) => (value && !/^[?*.]+$/.test(value) ? value : undefined);

/** "Ann (2100) – Bob 1-0", if the tags say who played. */
export function titleOf(tags: Record<string, string>): string | undefined {
  const player = (color: 'White' | 'Black') => {
    const rating = known(tags[`${color}Elo`]);
    return `${isolated(known(tags[color]) ?? '?')}${rating ? ` (${rating})` : ''}`;
  };
  if (!known(tags.White) && !known(tags.Black)) return undefined;
  return [player('White'), '–', player('Black'), resultText(known(tags.Result) ?? '')]
    .filter(Boolean)
    .join(' ');
}

/** "Hastings, 1895.08.07", as far as the tags say it. */
export function occasionOf(tags: Record<string, string>): string {
  return [tags.Event, tags.Site, tags.Date]
    .map(known)
    .filter((one) => one !== undefined)
    .map(isolated)
    .join(', ');
}
