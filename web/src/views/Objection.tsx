// Says on the board, and aloud, why a move cannot be made.
import type { Position } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { objectionTo } from '../game/objections';
import { announce } from '../game/speech';

const millisecondsShown = 4000;

/** What to call when the user tries a move that cannot be made, and the words to show on the board. */
export function useObjection(position: Position | null) {
  const text = useSignal('');
  useEffect(() => void (text.value = ''), [position]);
  useEffect(() => {
    if (!text.value) return;
    const timer = setTimeout(() => (text.value = ''), millisecondsShown);
    return () => clearTimeout(timer);
  }, [text.value]);
  const refuse = (from: string, to: string) => {
    const objection = position && objectionTo(position, from, to);
    if (!objection) return;
    text.value = objection;
    announce(objection);
  };
  const shown = text.value && <p class="objection">{text.value}</p>;
  return { refuse, shown };
}
