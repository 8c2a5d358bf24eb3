// A button for an operator that changes something after a second press, and says if it failed.
import { useState } from 'preact/hooks';
import { change } from './operator';
import { refusalText } from './refusal';
import { words } from './words';

interface Props {
  name: string;
  /** What follows from it; without it there is no second press. */
  sure?: string;
  request: object;
}

export function Change({ name, sure, request }: Props) {
  const w = words.value;
  const [isAsking, setAsking] = useState(false);
  const [wrong, setWrong] = useState('');
  async function act(): Promise<void> {
    setAsking(false);
    try {
      await change(request);
      setWrong('');
    } catch (error) {
      setWrong(refusalText(error));
    }
  }
  if (isAsking)
    return (
      <div class="sure" role="group" aria-label={name}>
        <p>{sure}</p>
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
      <button type="button" onClick={() => (sure ? setAsking(true) : void act())}>
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
