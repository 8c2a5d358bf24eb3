// Copies of the letters that were sent from this browser.
import { useSignal } from '@preact/signals';
import type { SentLetter } from '../safe';
import { refusalOf } from '../refusal';
import { copies, openCopy, personAt } from '../state';
import { words } from '../words';
import { refusalText } from './Refused';
import { dateOf } from './date';

export function Sent() {
  const w = words.value;
  return (
    <section class="panel" aria-label={w.parts.sent}>
      <p class="about">{copies.value.length ? w.copiesHelp : w.noCopies}</p>
      {copies.value.map((one) => (
        <Copy one={one} key={`${one.time} ${one.to}`} />
      ))}
    </section>
  );
}

function Copy({ one }: { one: SentLetter }) {
  const text = useSignal('');
  const show = () =>
    openCopy(one).then(
      (opened) => (text.value = opened),
      (error: unknown) => (text.value = refusalText(refusalOf(error))),
    );
  return (
    <details onToggle={(event) => event.currentTarget.open && void show()}>
      <summary>
        {personAt(one.to).name || one.to} <time>{dateOf(one.time)}</time>
      </summary>
      <p class="letter-text">{text.value}</p>
    </details>
  );
}
