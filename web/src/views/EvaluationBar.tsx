// A bar beside the board that shows who stands better.
interface Props {
  /** White's winning chance in percent. */
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
