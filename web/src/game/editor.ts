// The position in the editor, as a FEN. Whether it is valid is for the rules to say.
import { computed, signal } from '@preact/signals';
import { rules } from './core';
import { undoable } from '../shell/notices';
import { indexOf } from '../board/reach';
import { boardOf } from './glance';
import { load, save } from '../settings/storage';
import { faultWords, words } from '../words';

export const usualFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const emptyBoard = '8/8/8/8/8/8/8/8';

const isText = (value: unknown): value is string => typeof value === 'string';
export const edited = signal(load('editor', isText) ?? usualFen);
edited.subscribe((fen) => save('editor', fen));

/** The fields of the FEN; missing ones have default values. */
export const fields = computed(() => {
  const [placement = emptyBoard, turn = 'w', castling = '-', ...rest] = (
    edited.value.trim() || usualFen
  ).split(/\s+/);
  return {
    board: boardOf(placement),
    turn: turn === 'b' ? 'black' : 'white',
    castling,
    rest,
  } as const;
});

/** The FEN as the rules write it, or what is wrong with it. */
export const checked = computed<{ fen: string } | { wrong: string } | null>(() => {
  if (!rules.value) return null;
  try {
    return { fen: rules.value.position(edited.value).fen };
  } catch (error) {
    return { wrong: faultWords(error) };
  }
});

function placementOf(board: string): string {
  const ranks = [];
  for (let rank = 7; rank >= 0; --rank)
    ranks.push(board.slice(8 * rank, 8 * rank + 8).replace(/\.+/g, (gap) => String(gap.length)));
  return ranks.join('/');
}

function change(parts: { board?: string; turn?: string; castling?: string }): void {
  const { board, turn, castling } = { ...fields.value, ...parts };
  undoable.value = null;
  // En passant and the move counters no longer apply to the changed position.
  edited.value = `${placementOf(board)} ${turn === 'black' ? 'b' : 'w'} ${castling || '-'} - 0 1`;
}

const replaced = (board: string, square: string, piece: string) =>
  board.slice(0, indexOf(square)) + piece + board.slice(indexOf(square) + 1);

/** Puts a piece on a square. A dot, or the piece that is there already, empties it. */
export function put(square: string, piece: string): void {
  const { board } = fields.value;
  change({ board: replaced(board, square, board[indexOf(square)] === piece ? '.' : piece) });
}

/** Moves a piece, or removes it if there is no target square. */
export function movePiece(from: string, to: string | null): void {
  const { board } = fields.value;
  const piece = board[indexOf(from)] ?? '.';
  const without = replaced(board, from, '.');
  change({ board: to ? replaced(without, to, piece) : without });
}

export function setTurn(turn: 'white' | 'black'): void {
  change({ turn });
}

/** The letter in the FEN that grants a castling right: K, Q, k or q, or the file of a rook (Chess960). */
export function letterOf(right: string): string | undefined {
  const { board, castling } = fields.value;
  const isWhite = right === right.toUpperCase();
  const isShort = right.toLowerCase() === 'k';
  const king = isWhite ? board.slice(0, 8).indexOf('K') : board.slice(56).indexOf('k');
  const hasRook = (letter: string) => {
    const file = (isWhite ? 'ABCDEFGH' : 'abcdefgh').indexOf(letter);
    return file >= 0 && file > king === isShort;
  };
  return [...castling].find((letter) => letter === right || hasRook(letter));
}

export function setCastling(right: string, may: boolean): void {
  const letters = [...'KQkq'].map((one) => letterOf(one) ?? (one === right ? one : ''));
  if (!may) letters['KQkq'.indexOf(right)] = '';
  change({ castling: letters.join('') });
}

export function emptyTheBoard(): void {
  const before = edited.value;
  change({ board: '.'.repeat(64), castling: '' });
  const undo = () => {
    edited.value = before;
    undoable.value = null;
  };
  undoable.value = { text: words.value.emptied, undo, view: 'editor' };
}
