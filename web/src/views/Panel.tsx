// The panel beside the board, rendered after it.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { hasBoard } from '../game/core';

interface Props {
  label: string;
  /** What it is about: a game, say. It begins at its top again where that changes. */
  about?: unknown;
  children: ComponentChildren;
}

export function Panel({ label, about, children }: Props) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => void box.current?.scrollTo({ top: 0 }), [about]);
  return (
    <aside class="panel" aria-label={label} ref={box}>
      {hasBoard.value && children}
    </aside>
  );
}
