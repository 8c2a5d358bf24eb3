// Cuts the puzzles into pieces of near ratings, so that a page fetches one of them and not all before it shows
// the first puzzle. An index says what each piece has.

/** Of one piece: about ten kilobytes on the way. */
const puzzlesOfPiece = 250;

const isPuzzle = (line) => line !== '' && !line.startsWith('#');
const ratingOf = (line) => Number(line.split(';')[3]);

/** The pieces as texts, the easiest puzzles first, and what is in each. */
export function piecesOf(text) {
  const lines = text
    .split('\n')
    .filter(isPuzzle)
    .sort((a, b) => ratingOf(a) - ratingOf(b));
  const count = Math.max(1, Math.ceil(lines.length / puzzlesOfPiece));
  return Array.from({ length: count }, (_, i) => {
    const part = lines.slice(
      Math.round((i * lines.length) / count),
      Math.round(((i + 1) * lines.length) / count),
    );
    const themes = {};
    for (const line of part)
      for (const theme of line.split(';')[2].split(' ').filter(Boolean))
        themes[theme] = (themes[theme] ?? 0) + 1;
    return {
      text: `${part.join('\n')}\n`,
      count: part.length,
      lowest: ratingOf(part[0] ?? ''),
      highest: ratingOf(part.at(-1) ?? ''),
      themes,
    };
  });
}

/** How many puzzles, of all ratings, every browser keeps from its first visit on. */
const puzzlesOfEverybody = 1000;

/** Whether the piece with that number is one of them: they are spread evenly. */
export function isForEverybody(number, count) {
  const step = Math.max(1, Math.round((count * puzzlesOfPiece) / puzzlesOfEverybody));
  return number % step === Math.floor(step / 2);
}

/** The module with the index, as TypeScript; `nameOf` is the file of a piece beside it. */
export const indexOf = (pieces, nameOf) =>
  `${pieces.map((_, i) => `import piece${i} from './${nameOf(i)}?url';`).join('\n')}
export const pieces: {
  address: string;
  count: number;
  lowest: number;
  highest: number;
  themes: Record<string, number>;
}[] = [
${pieces
  .map(({ text: _, ...rest }, i) => `  { address: piece${i}, ...${JSON.stringify(rest)} },`)
  .join('\n')}
];
`;
