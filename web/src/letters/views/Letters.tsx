// The letters: a key first, then the mailbox, writing, and the key. It is fetched when it is opened.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { lazily } from '../../design/lazily';
import { SignalSegments } from '../../design/Segments';
import '../letters.css';
import { begin, obstacle, own } from '../state';
import { words } from '../words';
import { Mailbox } from './Mailbox';
import { Writing, writeTo } from './Writing';
import { postAddress } from '../post';

const Sent = lazily(async () => (await import('./Sent')).Sent);
const KeyPart = lazily(async () => (await import('./KeyPart')).KeyPart);

const parts = ['inbox', 'write', 'sent', 'key'] as const;
type Part = (typeof parts)[number];
const part = signal<Part>('inbox');

/** Looks for letters from now on, on the page's own server or another one. */
export const watch = (server = document.baseURI): Promise<void> => begin(postAddress(server));

interface Props {
  /** Whom to write to, an address. */
  to?: string;
  /** The address of another server than the one that the page is from. */
  server?: string;
}

export function Letters({ to = '', server }: Props) {
  const w = words.value;
  useEffect(() => void watch(server), []);
  useEffect(() => {
    if (to) answer(to);
  }, [to]);
  return (
    <div class="letters">
      <h2>{w.title}</h2>
      <Here />
    </div>
  );
}

function answer(to: string): void {
  writeTo(to);
  part.value = 'write';
}

function Here() {
  const w = words.value;
  if (own.value === undefined && !obstacle.value) return <p role="status">{w.loading}</p>;
  if (!own.value) return <KeyPart />;
  return (
    <>
      <SignalSegments
        legend={w.title}
        name="letters-part"
        value={part}
        all={parts}
        names={w.parts}
      />
      {part.value === 'inbox' && <Mailbox onAnswer={answer} />}
      {part.value === 'write' && <Writing />}
      {part.value === 'sent' && <Sent />}
      {part.value === 'key' && <KeyPart />}
    </>
  );
}
