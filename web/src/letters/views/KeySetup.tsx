// Making a key, whose words are shown once and asked for, or bringing one back from its words.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Bytes } from '../bytes';
import { wordCount } from '../key-words';
import { keyOf, newSeed, seedOfWords, wordsOfSeed } from '../seed';
import { refusalOf } from '../refusal';
import { takeKey } from '../state';
import wordsFile from '../../../../tests/data/letters/words.txt?url';
import { words } from '../words/key';

/** The list of words: a file of its own, since few people need it. */
const fetchList = async (): Promise<string[]> =>
  (await (await fetch(wordsFile)).text()).trim().split('\n');

interface NewKey {
  seed: Bytes;
  words: string[];
}
type Step =
  | { is: 'choice' }
  | { is: 'restore' }
  | { is: 'shown'; made: NewKey }
  | { is: 'confirm'; made: NewKey };

export function KeySetup() {
  const w = words.value;
  const step = useSignal<Step>({ is: 'choice' });
  const wrong = useSignal('');
  const now = step.value;
  const go = (to: Step) => ((wrong.value = ''), (step.value = to));
  const attempt = (action: () => Promise<void>) =>
    void action().catch((error: unknown) => (wrong.value = refusalOf(error).code));

  async function make() {
    const seed = newSeed();
    go({ is: 'shown', made: { seed, words: await wordsOfSeed(seed, await fetchList()) } });
  }
  if (now.is === 'choice')
    return (
      <section class="panel">
        <p>{w.about}</p>
        <p>{w.noKey}</p>
        <p class="wrong" role="alert">
          {wrong.value && (w.refusals[wrong.value] ?? wrong.value)}
        </p>
        <div class="buttons">
          <button type="button" class="primary" onClick={() => attempt(make)}>
            {w.newKey}
          </button>
          <button type="button" onClick={() => go({ is: 'restore' })}>
            {w.haveWords}
          </button>
        </div>
      </section>
    );
  const back = (
    <button type="button" onClick={() => go({ is: 'choice' })}>
      {w.cancel}
    </button>
  );
  if (now.is === 'restore')
    return (
      <form
        class="panel"
        onSubmit={(event) => {
          event.preventDefault();
          const text = new FormData(event.currentTarget).get('words') as string;
          attempt(async () => takeKey(await keyOf(await seedOfWords(text, await fetchList()))));
        }}
      >
        <Title>{w.haveWords}</Title>
        <label>
          {w.enterWords}
          <textarea
            name="words"
            rows={4}
            spellcheck={false}
            autocomplete="off"
            autocapitalize="none"
          />
        </label>
        <p class="wrong" role="alert">
          {wrong.value && (w.refusals[wrong.value] ?? wrong.value)}
        </p>
        <p class="about">{w.whereKept}</p>
        <div class="buttons">
          <button type="submit" class="primary">
            {w.restore}
          </button>
          {back}
        </div>
      </form>
    );
  if (now.is === 'confirm')
    return (
      <Confirmation
        list={now.made.words}
        onDone={() => attempt(async () => takeKey(await keyOf(now.made.seed)))}
        onBack={() => go({ is: 'shown', made: now.made })}
      />
    );
  return (
    <section class="panel">
      <Title>{w.yourWords}</Title>
      <p>{w.writeDown}</p>
      <ol class="key-words">
        {now.made.words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ol>
      <div class="buttons">
        <button type="button" class="primary" onClick={() => go({ is: 'confirm', made: now.made })}>
          {w.writtenDown}
        </button>
        {back}
      </div>
    </section>
  );
}

/** The title of a step, to which the focus moves. */
function Title({ children }: { children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <h3 ref={title} tabIndex={-1}>
      {children}
    </h3>
  );
}

interface ConfirmationProps {
  list: string[];
  onDone: () => void;
  onBack: () => void;
}

/** Three of the words, one from each third. */
function Confirmation({ list, onDone, onBack }: ConfirmationProps) {
  const w = words.value;
  const wrong = useSignal('');
  const third = wordCount / 3;
  const asked = useSignal(
    [0, 1, 2].map((part) => part * third + Math.floor(Math.random() * third)),
  );
  return (
    <form
      class="panel"
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget);
        const isRight = (at: number) =>
          (typed.get(`word-${at}`) as string).trim().toLowerCase() === list[at];
        wrong.value = asked.value.every(isRight) ? '' : w.wrongWord;
        if (!wrong.value) onDone();
      }}
    >
      <Title>{w.yourWords}</Title>
      <p>{w.confirm}</p>
      {asked.value.map((at) => (
        <label key={at}>
          {w.wordNumber(at + 1)}
          <input
            name={`word-${at}`}
            autocomplete="off"
            autocapitalize="none"
            spellcheck={false}
            required
          />
        </label>
      ))}
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
      <p class="about">{w.whereKept}</p>
      <div class="buttons">
        <button type="submit" class="primary">
          {w.confirmNow}
        </button>
        <button type="button" onClick={onBack}>
          {w.showAgain}
        </button>
      </div>
    </form>
  );
}
