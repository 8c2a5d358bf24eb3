// The mailbox: the list of letters, and the one that is read.
import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { lazily } from '../../design/lazily';
import type { OpenedLetter } from '../letter';
import { unread } from '../mark';
import type { ListedLetter } from '../post';
import { refusalOf, type Refusal } from '../refusal';
import {
  arenaNames,
  changePerson,
  letters,
  look,
  openLetter,
  personAt,
  read,
  remove,
  sealedFile,
  shown,
  trouble,
} from '../state';
import { words } from '../words';
import { dateOf } from './date';
import { Refused, refusalText } from './Refused';

const Sender = lazily(async () => (await import('./Sender')).Sender);

/** What has just been done, for the eyes and for screen readers. */
const note = signal('');

/** Says that something was done, or why it was refused. */
function announce(work: Promise<void>, done: string, then?: () => void): void {
  work.then(
    () => {
      note.value = done;
      then?.();
    },
    (error: unknown) => (note.value = refusalText(refusalOf(error))),
  );
}

/** Saves the letter on the user's device as it was sealed. */
async function save(letter: ListedLetter): Promise<void> {
  const href = URL.createObjectURL(await sealedFile(letter));
  Object.assign(document.createElement('a'), { href, download: `${letter.letter}.letter` }).click();
  URL.revokeObjectURL(href);
}

export function Mailbox({ onAnswer }: { onAnswer: (address: string) => void }) {
  const w = words.value;
  useEffect(() => void look(), []);
  return (
    <section class="panel" aria-label={w.parts.inbox}>
      <p class="about" role="status">
        {note.value}
      </p>
      {shown.value ? (
        <Reading letter={shown.value} key={shown.value.letter} onAnswer={onAnswer} />
      ) : (
        <List />
      )}
    </section>
  );
}

function List() {
  const w = words.value;
  const all = letters.value;
  return (
    <>
      <Refused why={trouble.value} />
      <p role="status">
        {all ? (all.length ? w.waiting(unread.value) : w.none) : !trouble.value && w.loading}
      </p>
      <ul class="letter-list">
        {all?.map((one) => (
          <li key={one.letter}>
            <button
              type="button"
              class="line"
              onClick={() => ((note.value = ''), (shown.value = one))}
            >
              <Name address={one.from} />
              {!read.value.has(one.letter) && <span class="unread">{w.unread}</span>}
              <time>{dateOf(one.arrived)}</time>
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void look()}>
        {w.lookAgain}
      </button>
    </>
  );
}

function Name({ address }: { address: string }) {
  const w = words.value;
  const { name, isVerified } = personAt(address);
  const inArena = !name && arenaNames.value.get(address);
  return (
    <span class="name">
      {name || (inArena ? w.inArena(inArena) : w.nobody)}{' '}
      {isVerified && <span class="verified">✓ {w.verified}</span>}
      <small>{address}</small>
    </span>
  );
}

function Reading({
  letter,
  onAnswer,
}: {
  letter: ListedLetter;
  onAnswer: (address: string) => void;
}) {
  const w = words.value;
  const opened = useSignal<OpenedLetter | null>(null);
  const wrong = useSignal<Refusal | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const back = () => (shown.value = null);
  useEffect(() => {
    title.current?.focus();
    openLetter(letter).then(
      (one) => (opened.value = one),
      (error: unknown) => (wrong.value = refusalOf(error)),
    );
  }, []);
  const { isBlocked } = personAt(letter.from);
  return (
    <article class="reading">
      <h3 ref={title} tabIndex={-1}>
        {w.from} <Name address={letter.from} />
      </h3>
      <time>{dateOf(opened.value?.time ?? letter.arrived)}</time>
      {opened.value && <p class="letter-text">{opened.value.text}</p>}
      {wrong.value && (
        <p class="wrong" role="alert">
          {w.refused} {refusalText(wrong.value, w.changed)}
        </p>
      )}
      <div class="buttons">
        <button type="button" class="primary" onClick={() => onAnswer(letter.from)}>
          {w.reply}
        </button>
        <button type="button" onClick={() => announce(save(letter), w.saved)} title={w.saveHelp}>
          {w.save}
        </button>
        <button type="button" onClick={() => announce(remove(letter), w.removed, back)}>
          {w.remove}
        </button>
        <button
          type="button"
          onClick={() =>
            announce(
              changePerson(letter.from, { isBlocked: !isBlocked }),
              isBlocked ? w.unblocked : w.blocked,
            )
          }
        >
          {isBlocked ? w.unblock : w.block}
        </button>
        <button type="button" onClick={back}>
          {w.back}
        </button>
      </div>
      <Sender />
    </article>
  );
}
