// The panel beside the board, rendered after it.
import type { ComponentChildren } from 'preact';
import { hasBoard } from '../game/core';

export function Panel({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <aside class="panel" aria-label={label}>
      {hasBoard.value && children}
    </aside>
  );
}
