// What is asked of the server for a view, again whenever what it depends on changes.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { complain } from '../../notices';
import { status } from '../connection';

/** Undefined until there is an answer, null if there is no such thing. */
export function useLook<Answer>(
  ask: () => Promise<Answer | null>,
  inputs: readonly unknown[],
): Signal<Answer | null | undefined> {
  const answer = useSignal<Answer | null | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (told) => isWanted && (answer.value = told),
      (error) => status.value === 'connected' && isWanted && complain(error), // else it is asked again
    );
    return () => void (isWanted = false);
  }, [...inputs, status.value]);
  return answer;
}
