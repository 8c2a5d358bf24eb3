// A proof link: one mistake with what punishes it, in the part of an address that is not sent to a server.
// It is short enough for any message, and embed.html plays it without the rest of the page.
import type { Rules } from 'kibitz';

export interface Proof {
  /** The position in which the mistake was made. */
  fen: string;
  /** The mistake and what punishes it, in UCI notation. */
  line: string[];
  /** What would have been better, in UCI notation; empty if nobody knows. */
  better: string;
  /** Why it is a mistake, in the words of the sender's page. */
  why: string;
}

const mark = '#proof=';
/** Of the whole address. */
export const mostLetters = 2000;
/** The answer, a reply and another answer, twice: more is not a proof to be found in a message. */
const mostPlies = 6;
const mostWhy = 400; // letters
const separator = '\n';

const toLetters = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const fromLetters = (letters: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(
    Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    ),
  );

/** A whole number of letters, so that none is cut in two; the last word may be. */
const shortened = (text: string, most: number): string => {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return letters.length <= most ? letters.join('') : `${letters.slice(0, most - 1).join('')}…`;
};

/** The part of the address after the page's; reasons are cut where they would make it too long. */
export function proofLink(page: string, { fen, line, better, why }: Proof): string {
  const known = line.slice(0, mostPlies);
  // The last move is the solver's.
  if (known.length % 2 === 1) known.pop();
  for (let letters = mostWhy; ; letters = Math.floor(letters / 2)) {
    const parts = [fen, known.join(' '), better, letters > 0 ? shortened(why, letters) : ''];
    const link = `${page}${mark}${toLetters(parts.join(separator))}`;
    if (link.length <= mostLetters || letters === 0) return link;
  }
}

/** Whether an address has a proof, damaged or not. */
export const isProofLink = (hash: string): boolean => hash.startsWith(mark);

/** The proof in an address; null if it is damaged, or its moves cannot be played. */
export function proofIn(hash: string, rules: Rules): Proof | null {
  try {
    const parts = fromLetters(hash.slice(mark.length)).split(separator);
    const [fen = '', moves = '', better = '', why = ''] = parts;
    const line = moves.split(' ');
    if (parts.length !== 4 || line.length < 2 || line.length > mostPlies || line.length % 2 !== 0)
      return null;
    const { legal } = rules.position(fen, []);
    const isKnown = better === '' || legal.some(({ uci }) => uci === better);
    const isPlayed = rules.position(fen, line).moves.every(({ uci }, i) => uci === line[i]);
    return isKnown && isPlayed ? { fen, line, better, why: shortened(why, mostWhy) } : null;
  } catch {
    return null;
  }
}
