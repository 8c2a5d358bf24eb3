// The result of a game, shown over the board.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Icon } from '../design/Icon';
import { words } from '../words';

interface Props {
  /** "1–0" */
  result: string;
  sentence: string;
  onClose: () => void;
  /** Buttons for what can be done next. */
  children: ComponentChildren;
}

export function ResultCard({ result, sentence, onClose, children }: Props) {
  const w = words.value;
  const card = useRef<HTMLElement>(null);
  useEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), []);
  // Before it is painted, since the user may press Escape as soon as they see it.
  useLayoutEffect(() => {
    const key = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
  return (
    <section class="result" aria-label={w.result} ref={card}>
      <button type="button" class="close" aria-label={w.close} onClick={onClose}>
        <Icon name="close" />
      </button>
      <p>
        <strong>{result}</strong> {sentence}
      </p>
      <div class="row">{children}</div>
    </section>
  );
}
