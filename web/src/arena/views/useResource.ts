// Data that a view reads from the server, again whenever something it depends on changes.
import { useSignal, type Signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { showError } from '../../shell/notices';
import { status } from '../connection';

/** Undefined until the answer is there; null if the server has no such resource. */
export function useResource<Answer>(
  ask: () => Promise<Answer | null>,
  inputs: readonly unknown[],
): Signal<Answer | null | undefined> {
  const answer = useSignal<Answer | null | undefined>(undefined);
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (found) => isWanted && (answer.value = found),
      (error) => status.value === 'connected' && isWanted && showError(error), // otherwise a reconnection repeats it
    );
    return () => void (isWanted = false);
  }, [...inputs, status.value]);
  return answer;
}
