// Which pieces slide when the board changes. Only the two boards are compared, so stepping back,
// castling and jumping over several moves look right, too.

export interface Slide {
  from: number;
  to: number;
}

/** If more pieces change places at once, another game is shown and nothing slides. */
const mostSlides = 4;

const distance = (a: number, b: number) =>
  Math.max(Math.abs((a % 8) - (b % 8)), Math.abs((a >> 3) - (b >> 3)));
const isWhite = (piece: string) => piece === piece.toUpperCase();

/**
 * Boards are 64 letters from a1; a dot is an empty square. A piece that appears comes from the nearest
 * square on which the same piece, or else one of its colour that turned into it, vanished.
 */
export function slidesBetween(before: string, after: string): Slide[] {
  const changed = [...after].flatMap((piece, square) => (piece === before[square] ? [] : [square]));
  const vanished = new Set(changed.filter((square) => before[square] !== '.'));
  const slides: Slide[] = [];

  function match(square: number, fits: (piece: string) => boolean): boolean {
    const [from] = [...vanished]
      .filter((other) => other !== square && fits(before[other]!))
      .sort((a, b) => distance(a, square) - distance(b, square));
    if (from === undefined) return false;
    vanished.delete(from);
    slides.push({ from, to: square });
    return true;
  }

  const appeared = changed.filter((square) => after[square] !== '.');
  const left = appeared.filter((square) => !match(square, (piece) => piece === after[square]));
  // A promotion, forwards or backwards. A captured piece that comes back is of the other colour.
  for (const square of left) {
    const piece = after[square]!;
    const isPromotion = (other: string) =>
      isWhite(other) === isWhite(piece) &&
      (other.toLowerCase() === 'p') !== (piece.toLowerCase() === 'p');
    match(square, isPromotion);
  }
  return slides.length > mostSlides ? [] : slides;
}
