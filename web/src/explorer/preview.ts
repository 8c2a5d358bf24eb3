// The moves that the user points at, in the explorer or in a line of the engine. The board shows them
// as arrows.
import { signal } from '@preact/signals';
import type { Arrow } from '../board/arrow';

/** In UCI. */
export const previewed = signal<readonly string[]>([]);

/** The replies of the other side are yellow. */
export const previewArrows = (): Arrow[] =>
  previewed.value.map((uci, i) => ({
    from: uci.slice(0, 2),
    to: uci.slice(2, 4),
    kind: i % 2 === 0 ? 'blue' : 'yellow',
  }));
