// All English texts of the board that is read aloud.
import { timeLeft } from '../time-left';
import type { Clock, PieceLetter, Questions } from '../reading';

const names: Record<PieceLetter, [one: string, many: string]> = {
  k: ['king', 'kings'],
  q: ['queen', 'queens'],
  r: ['rook', 'rooks'],
  b: ['bishop', 'bishops'],
  n: ['knight', 'knights'],
  p: ['pawn', 'pawns'],
};
const side = (color: 'white' | 'black') => (color === 'white' ? 'White' : 'Black');
const left = (milliseconds: number) =>
  timeLeft(milliseconds, ['minute', 'minutes'], ['second', 'seconds']);

export const en = {
  questions: {
    help: /^help$/,
    position: /^(position|board)$/,
    white: /^white$/,
    black: /^black$/,
    lastMove: /^last( move)?$/,
    moves: /^(legal |possible )?moves$/,
    clocks: /^(clocks?|time)$/,
    square: /^(?:what(?:'s| is) )?on ([a-h][1-8])$/,
    attackers: /^(?:(?:what|who) )?attacks ([a-h][1-8])$/,
  } as Questions,
  help: 'You can type a move, or one of these: position, white, black, last move, moves, clocks, what is on e4, what attacks e4.',
  /** "rooks a1 f1" */
  pieces: (letter: PieceLetter, squares: readonly string[]) =>
    `${names[letter][squares.length === 1 ? 0 : 1]} ${squares.join(' ')}`,
  placed: (color: 'white' | 'black', pieces: readonly string[]) =>
    `${side(color)}: ${pieces.join(', ') || 'nothing'}.`,
  toMove: (color: 'white' | 'black') => `${side(color)} to move.`,
  on: (square: string, color: 'white' | 'black', letter: PieceLetter) =>
    `On ${square}: ${color} ${names[letter][0]}.`,
  empty: (square: string) => `${square} is empty.`,
  attacked: (square: string, by: 'white' | 'black', pieces: readonly string[]) =>
    `${side(by)} attacks ${square} with ${pieces.join(', ')}.`,
  notAttacked: (square: string) => `Nothing attacks ${square}.`,
  clocks: ({ white, black }: Clock) => `White has ${left(white)}, Black has ${left(black)}.`,
  moves: (all: readonly string[]) =>
    all.length === 1 ? `One move: ${all[0]}.` : `${all.length} moves: ${all.join(', ')}.`,
  noMoves: 'There is no move.',
  noClock: 'This game has no clock.',
};

export type ReadingWords = typeof en;
