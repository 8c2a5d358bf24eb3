// The pieces as pictures.
import type { JSX } from 'preact';
import { preferences } from '../settings/preferences';
import { words } from '../words';
import { shapesOf } from './sets';

/** The shapes of the pieces, which the page must contain once. */
export function Shapes(): JSX.Element {
  const shapes = shapesOf(preferences.value.pieces, words.value.letters);
  return (
    <svg
      class="shapes"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: `<defs>${shapes}</defs>` }}
    />
  );
}

export function PieceImage({ piece }: { piece: string }): JSX.Element {
  const color = piece === piece.toUpperCase() ? 'white' : 'black';
  return (
    <svg class={`piece ${color}`} viewBox="5 5 90 90" aria-hidden="true">
      <use href={`#kibitz-${piece.toLowerCase()}`} />
    </svg>
  );
}
