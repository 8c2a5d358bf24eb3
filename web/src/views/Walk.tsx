// Buttons to walk through a game.
import { words } from '../words';
import type { Steps } from './step-keys';

interface Props {
  atStart: boolean;
  atEnd: boolean;
  steps: Steps;
  onFlip?: () => void;
}

const shapes = {
  start: 'M6 5v14M19 5L9 12l10 7z',
  back: 'M17 5L7 12l10 7z',
  forward: 'M7 5l10 7-10 7z',
  end: 'M18 5v14M5 5l10 7-10 7z',
  flip: 'M8 19V6M8 5L4 9M8 5l4 4M16 5v13M16 19l4-4M16 19l-4-4',
};

function Step({
  name,
  shape,
  off,
  onClick,
}: {
  name: string;
  shape: keyof typeof shapes;
  off?: boolean;
  onClick: () => void;
}) {
  return (
    <button type="button" aria-label={name} title={name} disabled={off ?? false} onClick={onClick}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d={shapes[shape]} fill={shape === 'flip' ? 'none' : 'currentColor'} />
      </svg>
    </button>
  );
}

export function Walk({ atStart, atEnd, steps, onFlip }: Props) {
  const w = words.value;
  return (
    <div class="walk">
      <Step name={w.toStart} shape="start" off={atStart} onClick={steps.start} />
      <Step name={w.back} shape="back" off={atStart} onClick={steps.back} />
      <Step name={w.forward} shape="forward" off={atEnd} onClick={steps.forward} />
      <Step name={w.toEnd} shape="end" off={atEnd} onClick={steps.end} />
      {onFlip && <Step name={w.flipBoard} shape="flip" onClick={onFlip} />}
    </div>
  );
}
