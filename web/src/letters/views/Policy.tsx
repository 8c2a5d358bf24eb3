// Whose letters the user takes, which the server knows and holds others to.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { LetterAnswers } from '../../generated/messages';
import { refusalOf, type Refusal } from '../refusal';
import { ask } from '../state';
import { words } from '../words/key';
import { Refused } from './Refused';

type Whom = LetterAnswers['policy']['from'];
const choices: readonly Whom[] = ['known', 'everybody', 'nobody'];

export function Policy() {
  const w = words.value;
  /** Nothing until the server has said it. */
  const whom = useSignal<Whom | null>(null);
  const wrong = useSignal<Refusal | null>(null);
  const learn = (answer: Promise<{ from: Whom }>) =>
    answer.then(
      ({ from }) => ((whom.value = from), (wrong.value = null)),
      (error: unknown) => (wrong.value = refusalOf(error)),
    );
  useEffect(() => void learn(ask('policy', {})), []);
  return (
    <>
      <label>
        {w.policy}
        <select
          disabled={whom.value === null}
          value={whom.value ?? 'known'}
          onChange={({ currentTarget }) =>
            void learn(ask('policy', { from: currentTarget.value as Whom }))
          }
        >
          {choices.map((one) => (
            <option key={one} value={one}>
              {w.policies[one]}
            </option>
          ))}
        </select>
      </label>
      <p class="about">{w.policyHelp}</p>
      <Refused why={wrong.value} />
    </>
  );
}
