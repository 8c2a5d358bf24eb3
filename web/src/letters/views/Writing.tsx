// Writing a letter and sending it.
import { signal, useSignal } from '@preact/signals';
import { utf8 } from '../bytes';
import { isAddress } from '../file';
import { longestText } from '../letter';
import { Refusal, refusalOf } from '../refusal';
import { addressFor, people, personAt, send } from '../state';
import { words } from '../words';
import { Refused } from './Refused';

// What is being written stays while the user looks at other letters.
const recipient = signal('');
const text = signal('');

export const writeTo = (address: string): void =>
  void (recipient.value = personAt(address).name || address);

export function Writing() {
  const w = words.value;
  const wrong = useSignal<Refusal | null>(null);
  const isSent = useSignal(false);
  const isBusy = useSignal(false);
  const left = longestText - utf8(text.value).length;

  async function submit(event: Event) {
    event.preventDefault();
    const address = addressFor(recipient.value);
    wrong.value = isAddress(address) ? null : new Refusal('notAddress');
    if (wrong.value) return;
    isBusy.value = true;
    try {
      await send(text.value, address);
      text.value = '';
      isSent.value = true;
    } catch (error) {
      wrong.value = refusalOf(error);
    }
    isBusy.value = false;
  }

  return (
    <form class="panel" onSubmit={(event) => void submit(event)}>
      <label>
        {w.recipient}
        <input
          list="letter-people"
          value={recipient.value}
          onInput={(event) => (recipient.value = event.currentTarget.value)}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          required
        />
      </label>
      <datalist id="letter-people">
        {[...people.value.values()].map(({ name }) => name && <option key={name} value={name} />)}
      </datalist>
      <label>
        {w.text}
        <textarea
          rows={8}
          value={text.value}
          onInput={(event) => ((text.value = event.currentTarget.value), (isSent.value = false))}
          required
        />
      </label>
      <p class={left < 0 ? 'wrong' : 'about'}>{w.left(left)}</p>
      <p class="about">{w.notKept}</p>
      <Refused why={wrong.value} />
      <p role="status">{isSent.value && w.sent}</p>
      <button type="submit" class="primary" disabled={isBusy.value || left < 0}>
        {w.send}
      </button>
    </form>
  );
}
