// Showing the letter that is read to the operator, with the proof that its sender wrote it.
import { useSignal } from '@preact/signals';
import { toBase64url, utf8 } from '../bytes';
import type { ListedLetter } from '../post';
import { refusalOf } from '../refusal';
import { ask, openLetter, shown } from '../state';
import { words } from '../words/key';
import { refusalText } from './Refused';

async function report(one: ListedLetter, note: string): Promise<void> {
  const { text, franking } = await openLetter(one);
  await ask('report', {
    letter: one.letter,
    frankingKey: toBase64url(franking),
    text: toBase64url(utf8(text)),
    note,
  });
}

export function Report() {
  const w = words.value;
  const outcome = useSignal<{ text: string; isWrong: boolean }>({ text: '', isWrong: false });
  const one = shown.value;
  if (!one) return null;
  return (
    <details>
      <summary>{w.report}</summary>
      <form
        class="sender"
        onSubmit={(event) => {
          event.preventDefault();
          const note = new FormData(event.currentTarget).get('note') as string;
          report(one, note).then(
            () => (outcome.value = { text: w.reported, isWrong: false }),
            (error: unknown) => {
              const why = refusalOf(error);
              const text = w.refusals[why.code] ?? refusalText(why);
              outcome.value = { text, isWrong: true };
            },
          );
        }}
      >
        <p class="about">{w.reportHelp}</p>
        <label>
          {w.reportNote}
          <input name="note" autocomplete="off" maxLength={120} />
        </label>
        <p class={outcome.value.isWrong ? 'wrong' : 'about'} role="status">
          {outcome.value.text}
        </p>
        <button type="submit">{w.reportNow}</button>
      </form>
    </details>
  );
}
