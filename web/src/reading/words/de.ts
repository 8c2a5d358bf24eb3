// All German texts of the board that is read aloud.
import { timeLeft } from '../time-left';
import type { PieceLetter } from '../reading';
import type { ReadingWords } from './en';

const names: Record<PieceLetter, [one: string, many: string]> = {
  k: ['König', 'Könige'],
  q: ['Dame', 'Damen'],
  r: ['Turm', 'Türme'],
  b: ['Läufer', 'Läufer'],
  n: ['Springer', 'Springer'],
  p: ['Bauer', 'Bauern'],
};
const adjective = (color: 'white' | 'black', letter: PieceLetter) =>
  `${color === 'white' ? 'weiße' : 'schwarze'}${letter === 'q' ? '' : 'r'}`;
const side = (color: 'white' | 'black') => (color === 'white' ? 'Weiß' : 'Schwarz');
const left = (milliseconds: number) =>
  timeLeft(milliseconds, ['Minute', 'Minuten'], ['Sekunde', 'Sekunden']);

export const de: ReadingWords = {
  questions: {
    help: /^hilfe$/,
    position: /^(stellung|brett)$/,
    white: /^weiß$/,
    black: /^schwarz$/,
    lastMove: /^letzter( zug)?$/,
    moves: /^(mögliche )?züge$/,
    clocks: /^(uhr|uhren|zeit)$/,
    square: /^(?:was steht )?auf ([a-h][1-8])$/,
    attackers: /^(?:(?:was|wer) )?greift ([a-h][1-8])(?: an)?$/,
  },
  help: 'Du kannst einen Zug eingeben oder eines davon: Stellung, Weiß, Schwarz, letzter Zug, Züge, Uhren, was steht auf e4, was greift e4 an.',
  pieces: (letter, squares) =>
    `${names[letter][squares.length === 1 ? 0 : 1]} ${squares.join(' ')}`,
  placed: (color, pieces) => `${side(color)}: ${pieces.join(', ') || 'nichts'}.`,
  toMove: (color) => `${side(color)} ist am Zug.`,
  on: (square, color, letter) => `Auf ${square}: ${adjective(color, letter)} ${names[letter][0]}.`,
  empty: (square) => `${square} ist leer.`,
  attacked: (square, by, pieces) => `${side(by)} greift ${square} an: ${pieces.join(', ')}.`,
  notAttacked: (square) => `Nichts greift ${square} an.`,
  clocks: ({ white, black }) => `Weiß hat ${left(white)}, Schwarz hat ${left(black)}.`,
  moves: (all) =>
    all.length === 1 ? `Ein Zug: ${all[0]}.` : `${all.length} Züge: ${all.join(', ')}.`,
  noMoves: 'Es gibt keinen Zug.',
  noClock: 'Diese Partie hat keine Uhr.',
};
