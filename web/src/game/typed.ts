// Moves as the user types them.
import type { Move, Position } from 'kibitz';
import { words } from '../words';
import { en } from '../words/en';
import { rules } from './core';
import { objectionToTyped } from './objections';

/** The move that a text means in the position shown, or why it cannot be played. */
export function tryTyped(position: Position, text: string): { move: Move } | { wrong: string } {
  try {
    const moves = position.moves.map(({ uci }) => uci);
    return { move: readTyped(position.start, moves, asWritten(text)) };
  } catch {
    return { wrong: objectionToTyped(position, text) };
  }
}

/** Words between the piece and the square, which say nothing more. */
const fillers = /^(?:to|takes?|captures?|on|x|auf|nach|schlägt|a|al|en|por|toma|captura|come)$/;
const castlings: [RegExp, string][] = [
  [/^(?:castles? (?:kingside|short)|kurze rochade|rochade kurz|enroque corto)$/, 'O-O'],
  [/^(?:castles? (?:queenside|long)|lange rochade|rochade lang|enroque largo)$/, 'O-O-O'],
];

/** A move that is typed as it is spoken, "knight takes f3", as it is written, "Nf3"; other texts as they are. */
function asWritten(text: string): string {
  const spoken = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const castling = castlings.find(([pattern]) => pattern.test(spoken));
  if (castling) return castling[1];
  const [first = '', ...rest] = spoken.split(' ');
  const letter = [...'pnbrqk'].find((one) =>
    [words.value.piece(one), en.piece(one)].some((name) => name.toLowerCase() === first),
  );
  const place = rest.filter((word) => !fillers.test(word)).join('');
  if (!letter || !/^[a-h]?[1-8]?[a-h][1-8]$/.test(place)) return text;
  // With the file or the rank of a pawn that takes, "pawn e takes d5".
  const own = letter === 'p' ? '' : (words.value.letters[letter] ?? letter.toUpperCase());
  return letter === 'p' && place.length === 3 ? `${place[0]}x${place.slice(1)}` : own + place;
}

/** The move in English notation, if it is written with the piece letters of the page's language. */
function inEnglish(text: string, { withPawns }: { withPawns: boolean }): string {
  const english = Object.entries(words.value.letters)
    .filter(([piece]) => withPawns || piece !== 'p')
    .map(([piece, letter]) => [letter, piece === 'p' ? '' : piece.toUpperCase()] as const);
  const letters = new Map(english);
  return text.replace(/^[A-Z]|(?<==)[A-Z]$/g, (letter) => letters.get(letter) ?? letter);
}

/**
 * Reads a move in UCI notation or SAN; throws if it is none or cannot be played. A letter means the
 * piece that it stands for in the page's language, as R does the king in Spanish, and else the
 * English one. Only the letter of the pawn, which nobody has to write, comes last.
 */
export function readTyped(start: string, moves: readonly string[], text: string): Move {
  const own = inEnglish(text, { withPawns: false });
  if (own !== text) return rules.value!.readMove(start, moves, own);
  try {
    return rules.value!.readMove(start, moves, text);
  } catch (error) {
    const translated = inEnglish(text, { withPawns: true });
    if (translated === text) throw error;
    return rules.value!.readMove(start, moves, translated);
  }
}
