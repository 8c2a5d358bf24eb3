// Where a piece could go if all that is in its way were gone: what a premove may be, since nobody knows
// yet what will stand there. Which moves can be made is for the rules to say.

type Step = [files: number, ranks: number];

const diagonals: Step[] = [
  [1, 1],
  [1, -1],
  [-1, 1],
  [-1, -1],
];
const straight: Step[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
];
const leaps: Step[] = [1, -1].flatMap((a) =>
  [2, -2].flatMap((b): Step[] => [
    [a, b],
    [b, a],
  ]),
);
const size = 8;

const isOn = (file: number, rank: number) => file >= 0 && file < size && rank >= 0 && rank < size;

function along(steps: readonly Step[], from: number, most: number): number[] {
  const [file, rank] = [from % size, Math.floor(from / size)];
  return steps.flatMap(([files, ranks]) => {
    const reached: number[] = [];
    for (let n = 1; n <= most && isOn(file + n * files, rank + n * ranks); ++n)
      reached.push(from + n * (files + size * ranks));
    return reached;
  });
}

function ofPawn(from: number, isWhite: boolean): number[] {
  const ahead = isWhite ? 1 : -1;
  const isHome = Math.floor(from / size) === (isWhite ? 1 : size - 2);
  return [
    ...along([[0, ahead]], from, isHome ? 2 : 1),
    ...along(
      [
        [-1, ahead],
        [1, ahead],
      ],
      from,
      1,
    ),
  ];
}

/** Castling: along the back rank to where kings go, or to a rook of its own. */
function castling(from: number, board: string): number[] {
  const isWhite = board[from] === 'K';
  const first = isWhite ? 0 : size * (size - 1);
  if (from < first || from >= first + size) return [];
  const rooks = [...Array(size).keys()].filter(
    (file) => board[first + file] === (isWhite ? 'R' : 'r'),
  );
  if (rooks.length === 0) return [];
  return [2, 6, ...rooks].map((file) => first + file).filter((to) => to !== from);
}

/** The squares, numbered from a1, for the piece on one of them; `board` is 64 letters from a1. */
export function reach(board: string, from: number): readonly number[] {
  const piece = board[from] ?? '.';
  switch (piece.toLowerCase()) {
    case 'p':
      return ofPawn(from, piece === 'P');
    case 'n':
      return along(leaps, from, 1);
    case 'b':
      return along(diagonals, from, size);
    case 'r':
      return along(straight, from, size);
    case 'q':
      return along([...diagonals, ...straight], from, size);
    case 'k':
      return [...along([...diagonals, ...straight], from, 1), ...castling(from, board)];
    default:
      return [];
  }
}

/** A move made ahead of time. */
export interface Planned {
  from: string;
  to: string;
}

/** The board as it will be when these moves have been made. */
export function afterPlanned(board: string, planned: readonly Planned[]): string {
  const letters = [...board];
  for (const { from, to } of planned) {
    const [here, there] = [indexOf(from), indexOf(to)];
    if (letters[here] === '.') continue;
    letters[there] = letters[here]!;
    letters[here] = '.';
  }
  return letters.join('');
}

const files = 'abcdefgh';
/** The name of a square by its number from a1: "e4" of 28. */
export const nameOf = (index: number): string =>
  `${files[index % size]}${Math.floor(index / size) + 1}`;
export const indexOf = (square: string): number =>
  files.indexOf(square[0]!) + size * (Number(square[1]) - 1);
