// The move of the explorer that the user points at. The board shows it as an arrow.
import { signal } from '@preact/signals';
import type { Arrow } from '../board/Board';

/** In UCI; empty if there is none. */
export const previewed = signal('');

export const previewArrows = (): Arrow[] =>
  previewed.value
    ? [{ from: previewed.value.slice(0, 2), to: previewed.value.slice(2, 4), kind: 'blue' }]
    : [];
