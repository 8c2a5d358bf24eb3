// A position being set up, as a FEN; whether it is one the rules say.
import { computed, signal } from '@preact/signals';
import { rules } from './core';
import { undoable } from '../notices';
import { boardOf } from './glance';
import { load, save } from './storage';
import { words } from '../words';

export const usualFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const emptyBoard = '8/8/8/8/8/8/8/8';

const isText = (value: unknown): value is string => typeof value === 'string';
export const edited = signal(load('editor', isText) ?? usualFen);
edited.subscribe((fen) => save('editor', fen));

/** Its fields, as far as they are there. */
export const fields = computed(() => {
  const [men = emptyBoard, turn = 'w', castling = '-', ...rest] = (
    edited.value.trim() || usualFen
  ).split(/\s+/);
  return { board: boardOf(men), turn: turn === 'b' ? 'black' : 'white', castling, rest } as const;
});

/** The FEN as the rules have it; or what is wrong, in words. */
export const checked = computed<{ fen: string } | { wrong: string } | null>(() => {
  if (!rules.value) return null;
  try {
    return { fen: rules.value.position(edited.value).fen };
  } catch (error) {
    return { wrong: error instanceof Error ? error.message : String(error) };
  }
});

function menOf(board: string): string {
  const ranks = [];
  for (let rank = 7; rank >= 0; --rank)
    ranks.push(board.slice(8 * rank, 8 * rank + 8).replace(/\.+/g, (gap) => String(gap.length)));
  return ranks.join('/');
}

function change(parts: { board?: string; turn?: string; castling?: string }): void {
  const { board, turn, castling } = { ...fields.value, ...parts };
  undoable.value = null;
  // What happened before is no longer known.
  edited.value = `${menOf(board)} ${turn === 'black' ? 'b' : 'w'} ${castling || '-'} - 0 1`;
}

const indexOf = (square: string) => 'abcdefgh'.indexOf(square[0]!) + 8 * (Number(square[1]) - 1);
const replaced = (board: string, square: string, man: string) =>
  board.slice(0, indexOf(square)) + man + board.slice(indexOf(square) + 1);

/** A man on a square; a dot, or the man that is there already, empties it. */
export function put(square: string, man: string): void {
  const { board } = fields.value;
  change({ board: replaced(board, square, board[indexOf(square)] === man ? '.' : man) });
}

/** Off the board, where there is no square to go to. */
export function moveMan(from: string, to: string | null): void {
  const { board } = fields.value;
  const man = board[indexOf(from)] ?? '.';
  const without = replaced(board, from, '.');
  change({ board: to ? replaced(without, to, man) : without });
}

export function setTurn(turn: 'white' | 'black'): void {
  change({ turn });
}

/** The letter that gives a right: K, Q, k or q, or the file of a rook on that side of its king. */
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
  undoable.value = { words: words.value.emptied, undo };
}
