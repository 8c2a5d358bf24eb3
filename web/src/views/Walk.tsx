// Buttons to walk through a game.
import { Icon, type IconName } from '../design/Icon';
import { words } from '../words';
import type { Steps } from './step-keys';

interface Props {
  atStart: boolean;
  atEnd: boolean;
  steps: Steps;
  onFlip?: () => void;
}

function Step({
  name,
  shape,
  off,
  onClick,
}: {
  name: string;
  shape: IconName;
  off?: boolean;
  onClick: () => void;
}) {
  // It keeps the focus when a press has led to the end, so it is not really disabled.
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-disabled={off ?? false}
      onClick={() => off || onClick()}
    >
      <Icon name={shape} />
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
