// All Spanish texts of the board that is read aloud.
import { timeLeft } from '../time-left';
import type { PieceLetter } from '../reading';
import type { ReadingWords } from './en';

const names: Record<PieceLetter, [one: string, many: string]> = {
  k: ['rey', 'reyes'],
  q: ['dama', 'damas'],
  r: ['torre', 'torres'],
  b: ['alfil', 'alfiles'],
  n: ['caballo', 'caballos'],
  p: ['peón', 'peones'],
};
const adjective = (color: 'white' | 'black', letter: PieceLetter) =>
  `${color === 'white' ? 'blanc' : 'negr'}${letter === 'q' || letter === 'r' ? 'a' : 'o'}`;
const side = (color: 'white' | 'black') => (color === 'white' ? 'blancas' : 'negras');
const sides = (color: 'white' | 'black') => (color === 'white' ? 'Blancas' : 'Negras');
const left = (milliseconds: number) =>
  timeLeft(milliseconds, ['minuto', 'minutos'], ['segundo', 'segundos']);

export const es: ReadingWords = {
  questions: {
    help: /^ayuda$/,
    position: /^(posici[oó]n|tablero)$/,
    white: /^blancas$/,
    black: /^negras$/,
    lastMove: /^[uú]ltim[ao]( jugada| movimiento)?$/,
    moves: /^(jugadas|movimientos)( posibles| legales)?$/,
    clocks: /^(reloj|relojes|tiempo)$/,
    square: /^(?:qu[eé] hay )?en ([a-h][1-8])$/,
    attackers: /^(?:(?:qu[eé]|qui[eé]n) )?ataca ([a-h][1-8])$/,
  },
  help: 'Puedes escribir una jugada o una de estas palabras: posición, blancas, negras, última jugada, jugadas, relojes, qué hay en e4, qué ataca e4.',
  pieces: (letter, squares) =>
    `${names[letter][squares.length === 1 ? 0 : 1]} ${squares.join(' ')}`,
  placed: (color, pieces) => `${sides(color)}: ${pieces.join(', ') || 'nada'}.`,
  toMove: (color) => `Juegan las ${side(color)}.`,
  on: (square, color, letter) => `En ${square}: ${names[letter][0]} ${adjective(color, letter)}.`,
  empty: (square) => `${square} está vacía.`,
  attacked: (square, by, pieces) => `Las ${side(by)} atacan ${square}: ${pieces.join(', ')}.`,
  notAttacked: (square) => `Nada ataca ${square}.`,
  clocks: ({ white, black }) => `Las blancas tienen ${left(white)}; las negras, ${left(black)}.`,
  moves: (all) =>
    all.length === 1 ? `Una jugada: ${all[0]}.` : `${all.length} jugadas: ${all.join(', ')}.`,
  noMoves: 'No hay ninguna jugada.',
  noClock: 'Esta partida no tiene reloj.',
};
