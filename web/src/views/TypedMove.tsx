// A field to type a move into.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { words } from '../words';

/** `play` returns why the move cannot be played, or an empty text. */
export function TypedMove({ play }: { play: (text: string) => string | Promise<string> }) {
  const w = words.value;
  const typed = useSignal('');
  const wrong = useSignal('');
  const field = useRef<HTMLInputElement>(null);

  async function enter(event: Event) {
    event.preventDefault();
    wrong.value = await play(typed.value.trim());
    if (!wrong.value) typed.value = '';
    else field.current?.select(); // the next attempt replaces it
  }

  return (
    <form class="typed" onSubmit={(event) => void enter(event)}>
      <label>
        <span class="hidden">{w.typeMove}</span>
        <input
          ref={field}
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          placeholder={w.typeMoveLike}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong.value !== ''}
          aria-describedby="typed-wrong"
        />
      </label>
      <button type="submit">{w.enter}</button>
      <p id="typed-wrong" class="wrong" role="alert">
        {wrong.value}
      </p>
    </form>
  );
}
