// A field to type a move into.
import { useSignal } from '@preact/signals';
import { words } from '../words';

/** `play` returns why the move cannot be played, or an empty text. */
export function TypedMove({ play }: { play: (text: string) => string | Promise<string> }) {
  const w = words.value;
  const typed = useSignal('');
  const wrong = useSignal('');

  async function enter(event: Event) {
    event.preventDefault();
    wrong.value = await play(typed.value.trim());
    if (!wrong.value) typed.value = '';
  }

  return (
    <form class="typed" onSubmit={(event) => void enter(event)}>
      <label>
        <span class="hidden">{w.typeMove}</span>
        <input
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
