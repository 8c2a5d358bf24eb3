// The dialog in which an author, approver or operator gives their token.
import { useRef, useState } from 'preact/hooks';
import { useModal } from '../design/modal';
import { signIn } from './person';
import { refusalText } from './refusal';
import { words } from './words';

export function SignIn({ onClose }: { onClose: () => void }) {
  const w = words.value;
  const { dialog, closed } = useModal(onClose);
  const token = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  const [isKept, setKept] = useState(false);
  async function submit(): Promise<void> {
    try {
      await signIn(token.current!.value, isKept);
      dialog.current?.close();
    } catch (error) {
      setWrong(refusalText(error));
    }
  }
  return (
    <dialog ref={dialog} class="sign-in" aria-label={w.signInTitle} onClose={closed}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <h2>{w.signInTitle}</h2>
        <p class="about">{w.signInWhy}</p>
        <label>
          {w.token}
          <input
            ref={token}
            type="password"
            autocomplete="off"
            aria-invalid={wrong !== ''}
            aria-describedby="wrong-token"
          />
        </label>
        <label class="row">
          <input
            type="checkbox"
            checked={isKept}
            onChange={({ currentTarget }) => setKept(currentTarget.checked)}
          />
          {w.staySignedIn}
        </label>
        <p class="wrong" id="wrong-token" role="alert">
          {wrong}
        </p>
        <div class="row">
          <button type="submit" class="primary">
            {w.signIn}
          </button>
          <button type="button" class="plain" onClick={() => dialog.current?.close()}>
            {w.cancel}
          </button>
        </div>
      </form>
    </dialog>
  );
}
