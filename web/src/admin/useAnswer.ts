// What the server answers to a command, asked for again every few seconds while it is shown.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { command, Refused, session } from './connection';

const period = 5_000; // milliseconds

export interface Answered<Answer> {
  /** Null until the first answer. */
  value: Answer | null;
  /** Why there is none, if the server refuses. */
  refused: Refused | null;
  again: () => void;
}

export function useAnswer<Answer>(
  name: string,
  fields: Record<string, unknown> = {},
): Answered<Answer> {
  const value = useSignal<Answer | null>(null);
  const refused = useSignal<Refused | null>(null);
  const ask = () =>
    command<Answer>(name, fields).then(
      (answer) => {
        value.value = answer;
        refused.value = null;
      },
      // The page says when nobody answers, and the old answer stays.
      (error) => (refused.value = error instanceof Refused ? error : refused.value),
    );
  useEffect(() => {
    void ask();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && session.value === 'in') void ask();
    }, period);
    return () => clearInterval(timer);
  }, [name, JSON.stringify(fields)]);
  return { value: value.value, refused: refused.value, again: () => void ask() };
}
