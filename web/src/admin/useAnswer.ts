// What the server answers to a command, asked for again every few seconds while it is shown.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { command, session } from './connection';

const period = 5_000; // milliseconds

export interface Answered<Answer> {
  /** Null until the first answer. */
  value: Answer | null;
  again: () => void;
}

export function useAnswer<Answer>(name: string): Answered<Answer> {
  const value = useSignal<Answer | null>(null);
  const ask = () =>
    command<Answer>(name).then(
      (answer) => (value.value = answer),
      () => {}, // the page says when nobody answers, and the old answer stays
    );
  useEffect(() => {
    void ask();
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && session.value === 'in') void ask();
    }, period);
    return () => clearInterval(timer);
  }, [name]);
  return { value: value.value, again: () => void ask() };
}
