// The board read aloud: answers to what is typed where moves are typed, such as "position" or "what
// attacks e5", for those who do not see it. Fetched with the first such question.
import type { Color, Position } from 'kibitz';
import { nameOf } from '../board/reach';
import { rules } from '../game/core';
import { inOwnLetters } from '../game/notation';
import { preferences } from '../settings/preferences';
import { lastMoveWords } from '../game/speech';
import { en, type ReadingWords } from './words/en';

const others: Partial<Record<string, () => Promise<ReadingWords>>> = {
  de: async () => (await import('./words/de')).de,
  es: async () => (await import('./words/es')).es,
};

export type Clock = Record<Color, number>;
export type PieceLetter = 'k' | 'q' | 'r' | 'b' | 'n' | 'p';
const piecesInOrder: readonly PieceLetter[] = ['k', 'q', 'r', 'b', 'n', 'p'];

/** What can be asked, in lower case; of a square, the first group is its name. */
export type Questions = Record<
  | 'help'
  | 'position'
  | 'white'
  | 'black'
  | 'lastMove'
  | 'moves'
  | 'clocks'
  | 'square'
  | 'attackers',
  RegExp
>;

interface Table {
  position: Position;
  /** Milliseconds left; null if the game has no clock. */
  clock: Clock | null;
}

/** The answer in the user's language, or an empty text if this is no question. English ones are always understood. */
export async function answerTo(text: string, table: Table): Promise<string> {
  const words = (await others[preferences.value.language]?.()) ?? en;
  const asked = text.toLowerCase().replaceAll(/\s+/g, ' ').replaceAll(/[¿?]/g, '').trim();
  for (const { questions } of [words, en])
    for (const [name, pattern] of Object.entries(questions)) {
      const match = pattern.exec(asked);
      if (match) return answers[name as keyof Questions](words, table, match[1] ?? '');
    }
  return '';
}

const answers: Record<keyof Questions, (w: ReadingWords, table: Table, square: string) => string> =
  {
    help: (w) => w.help,
    position: (w, { position }) =>
      `${sideWords(w, position, 'white')} ${sideWords(w, position, 'black')} ${w.toMove(position.turn)}`,
    white: (w, { position }) => sideWords(w, position, 'white'),
    black: (w, { position }) => sideWords(w, position, 'black'),
    lastMove: (_, { position }) => lastMoveWords(position),
    moves: (w, { position: { legal } }) =>
      legal.length === 0 ? w.noMoves : w.moves(legal.map(({ san }) => inOwnLetters(san))),
    clocks: (w, { clock }) => (clock ? w.clocks(clock) : w.noClock),
    square: (w, { position }, square) => {
      const piece = placedOn(position).find((one) => one.square === square);
      return piece ? w.on(square, piece.color, piece.letter) : w.empty(square);
    },
    attackers: (w, { position }, square) => {
      const found = rules.value!.attackers(position.fen, square);
      const words = (['white', 'black'] as const).flatMap((color) => {
        const pieces = grouped(w, position, color, (one) => found.includes(one));
        return pieces.length > 0 ? [w.attacked(square, color, pieces)] : [];
      });
      return words.join(' ') || w.notAttacked(square);
    },
  };

interface Placed {
  square: string;
  color: Color;
  letter: PieceLetter;
}

function placedOn({ board }: Position): Placed[] {
  return [...board].flatMap((letter, i) =>
    letter === '.'
      ? []
      : [
          {
            square: nameOf(i),
            color: letter === letter.toUpperCase() ? ('white' as const) : ('black' as const),
            letter: letter.toLowerCase() as PieceLetter,
          },
        ],
  );
}

/** The pieces of a side by kind, the king first: "king g1", "rooks a1 f1". */
function grouped(
  w: ReadingWords,
  position: Position,
  color: Color,
  counts: (square: string) => boolean = () => true,
): string[] {
  const pieces = placedOn(position).filter((one) => one.color === color && counts(one.square));
  return piecesInOrder.flatMap((letter) => {
    const squares = pieces.filter((one) => one.letter === letter).map(({ square }) => square);
    return squares.length > 0 ? [w.pieces(letter, squares)] : [];
  });
}

const sideWords = (w: ReadingWords, position: Position, color: Color) =>
  w.placed(color, grouped(w, position, color));
