// Who wrote the letter that is shown: a name of the user's choice, and the check of the address. It is
// fetched with the texts of the key, after the letter.
import '../key.css';
import { useSignal } from '@preact/signals';
import { changePerson, personAt, shown } from '../state';
import { words } from '../words/key';
import { Report } from './Report';

export function Sender() {
  const w = words.value;
  const address = shown.value?.from ?? '';
  const outcome = useSignal<'' | 'differs' | 'isVerified'>('');
  const person = personAt(address);

  function save(form: FormData) {
    const given = (form.get('address') as string).replaceAll(/\s/g, '').toLowerCase();
    outcome.value = !given ? '' : given === address ? 'isVerified' : 'differs';
    if (outcome.value === 'differs') return;
    void changePerson(address, {
      name: (form.get('name') as string).trim(),
      isVerified: person.isVerified || given === address,
    });
  }
  return (
    <>
      <details open={person.name === ''}>
        <summary>{w.who}</summary>
        <form
          class="sender"
          onSubmit={(event) => {
            event.preventDefault();
            save(new FormData(event.currentTarget));
          }}
        >
          <label>
            {w.name}
            <input name="name" value={person.name} autocomplete="off" maxLength={64} />
          </label>
          <p class="about">{w.whoHelp}</p>
          <label>
            {w.theirAddress}
            <input name="address" autocomplete="off" autocapitalize="none" spellcheck={false} />
          </label>
          <p class={outcome.value === 'differs' ? 'wrong' : 'about'} role="status">
            {outcome.value && w[outcome.value]}
          </p>
          <button type="submit">{w.saveName}</button>
        </form>
      </details>
      <Report />
    </>
  );
}
