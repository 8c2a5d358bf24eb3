// A question before something is done that players notice, with a field where words are needed; what
// came of it is said in the same place.
import { useSignal } from '@preact/signals';
import { useModal } from '../../design/modal';
import { refusalText, words } from '../words';

export interface Question {
  title: string;
  text: string;
  /** The name of a field to fill in; without one, there is none. */
  field?: string;
  /** Gives back what is to be shown, such as a new token. */
  run: (answer: string) => Promise<Shown | undefined>;
}

export interface Shown {
  text: string;
  secret: string;
}

export function Ask({ question, onClose }: { question: Question; onClose: () => void }) {
  const w = words.value;
  const { dialog, closed } = useModal(onClose);
  const answer = useSignal('');
  const wrong = useSignal('');
  const shown = useSignal<Shown | null>(null);
  async function submit() {
    if (shown.value) return onClose();
    try {
      const result = await question.run(answer.value.trim());
      if (result) shown.value = result;
      else onClose();
    } catch (error) {
      wrong.value = refusalText(error);
    }
  }
  return (
    <dialog ref={dialog} aria-labelledby="ask-title" onClose={closed}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2 id="ask-title">{question.title}</h2>
        {shown.value ? <Secret shown={shown.value} /> : <p>{question.text}</p>}
        {question.field && !shown.value && (
          <label>
            {question.field}
            <input
              value={answer.value}
              required
              maxLength={200}
              onInput={(event) => (answer.value = event.currentTarget.value)}
            />
          </label>
        )}
        <p class="wrong" role="alert">
          {wrong.value}
        </p>
        <div class="row">
          <button type="submit" class="primary">
            {shown.value ? w.close : question.title}
          </button>
          {!shown.value && (
            <button type="button" onClick={() => dialog.current?.close()}>
              {w.cancel}
            </button>
          )}
        </div>
      </form>
    </dialog>
  );
}

function Secret({ shown }: { shown: Shown }) {
  const w = words.value;
  const isCopied = useSignal(false);
  return (
    <>
      <p>{shown.text}</p>
      <p class="secret">
        <code>{shown.secret}</code>
        <button
          type="button"
          onClick={() =>
            void navigator.clipboard.writeText(shown.secret).then(() => (isCopied.value = true))
          }
        >
          {isCopied.value ? w.copied : w.copy}
        </button>
      </p>
    </>
  );
}
