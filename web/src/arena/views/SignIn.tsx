// What the link opens that a moderator has sent to somebody who lost their browser.
import { useSignal } from '@preact/signals';
import { signIn } from '../identity';
import { words } from '../words';

export function SignIn({ code }: { code: string }) {
  const w = words.value;
  const wrong = useSignal('');
  return (
    <section class="panel narrow">
      <h2>{w.signInAgain}</h2>
      <p class="about">{w.signInAgainHelp}</p>
      <button
        type="button"
        class="primary"
        onClick={() => void signIn(code).catch((error: Error) => (wrong.value = error.message))}
      >
        {w.signInHere}
      </button>
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
    </section>
  );
}
