// Moves as the user types them.
import type { Move, Position } from 'kibitz';
import { words } from '../words';
import { rules } from './core';
import { objectionToTyped } from './objections';

/** The move that a text means in the position shown, or why it cannot be played. */
export function tryTyped(position: Position, text: string): { move: Move } | { wrong: string } {
  try {
    const moves = position.moves.map(({ uci }) => uci);
    return { move: readTyped(position.start, moves, text) };
  } catch {
    return { wrong: objectionToTyped(position, text) };
  }
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
