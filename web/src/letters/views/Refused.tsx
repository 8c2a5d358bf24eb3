// Why something was refused, said to screen readers, too.
import type { Refusal } from '../refusal';
import { words } from '../words';

/** @param other the text for a code that has none of its own */
export const refusalText = ({ code, message }: Refusal, other = message): string => {
  const { refusals } = words.value;
  return Object.hasOwn(refusals, code) ? refusals[code]! : other;
};

export function Refused({ why }: { why: Refusal | null }) {
  return (
    <p class="wrong" role="alert">
      {why && refusalText(why)}
    </p>
  );
}
