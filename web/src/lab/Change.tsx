// A button that changes something after a second press, perhaps with a reason, and says if it failed.
import { useState } from 'preact/hooks';
import { change } from './person';
import { refusalText } from './refusal';
import { words } from './words';

interface Props {
  name: string;
  /** What follows from it; without it there is no second press. */
  sure?: string;
  /** Whether people may say why; it goes with the request. */
  hasReason?: boolean;
  isPrimary?: boolean;
  request: object;
}

export function Change({ name, sure, hasReason = false, isPrimary = false, request }: Props) {
  const w = words.value;
  const [isAsking, setAsking] = useState(false);
  const [why, setWhy] = useState('');
  const [wrong, setWrong] = useState('');
  async function act(): Promise<void> {
    setAsking(false);
    try {
      await change(hasReason ? { ...request, why: why.trim() } : request);
      setWrong('');
    } catch (error) {
      setWrong(refusalText(error));
    }
  }
  if (isAsking)
    return (
      <div class="sure" role="group" aria-label={name}>
        <p>{sure}</p>
        {hasReason && (
          <label>
            {w.reason}
            <input maxLength={400} onInput={({ currentTarget }) => setWhy(currentTarget.value)} />
          </label>
        )}
        <div class="row">
          <button type="button" class="primary" onClick={() => void act()}>
            {name}
          </button>
          <button type="button" class="plain" onClick={() => setAsking(false)}>
            {w.cancel}
          </button>
        </div>
      </div>
    );
  return (
    <>
      <button
        type="button"
        class={isPrimary ? 'primary' : ''}
        onClick={() => (sure ? setAsking(true) : void act())}
      >
        {name}
      </button>
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
