// What is drawn on a board besides its pieces.

/** The colours in which the user draws. */
export const inks = ['green', 'red', 'blue', 'yellow'] as const;
export type Ink = (typeof inks)[number];

/** An arrow, or a ring around a square if both ends are the same. */
export interface Arrow {
  from: string;
  to: string;
  kind: 'best' | 'other' | 'bad' | Ink;
}
