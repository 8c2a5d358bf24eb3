// The dialog in which an operator gives their token.
import { useRef, useState } from 'preact/hooks';
import { useModal } from '../design/modal';
import { signIn } from './operator';
import { refusalText } from './refusal';
import { words } from './words';

export function SignIn({ onClose }: { onClose: () => void }) {
  const w = words.value;
  const { dialog, closed } = useModal(onClose);
  const token = useRef<HTMLInputElement>(null);
  const [wrong, setWrong] = useState('');
  async function submit(): Promise<void> {
    try {
      await signIn(token.current!.value);
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
