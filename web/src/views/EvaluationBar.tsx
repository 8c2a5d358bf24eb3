// Who stands better, as a bar beside the board.
interface Props {
  /** Percent for White. */
  white: number;
  label: string;
  flipped: boolean;
}

export function EvaluationBar({ white, label, flipped }: Props) {
  return (
    <div class={`bar ${flipped ? 'flipped' : ''}`} role="img" aria-label={label}>
      <div class="bar-white" style={{ '--white': `${white}%` }} />
    </div>
  );
}
