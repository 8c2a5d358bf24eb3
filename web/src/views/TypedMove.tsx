// A field to type a move into. It also answers questions about the board, such as "what attacks e5".
import type { Color, Position } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../game/speech';
import { words } from '../words';
import { en } from '../words/en';

interface Props {
  /** Returns why the move cannot be played, or an empty text. */
  play: (text: string) => string | Promise<string>;
  /** What is shown, and the time that is left, if there is a clock. */
  position: Position | null;
  clock?: () => Record<Color, number> | null;
  /** What is done if the user types that they resign; they are asked first. */
  onResign?: () => void;
}

/** No move is written with so many letters in a row, or with a blank. */
const hasWords = /\p{L}{3}|\s/u;

export function TypedMove({ play, position, clock, onResign }: Props) {
  const w = words.value;
  const typed = useSignal('');
  const wrong = useSignal('');
  const answer = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  // An answer is about the position that it was asked of, and so is what was wrong with a move.
  useEffect(() => void (answer.value = wrong.value = ''), [position?.fen]);

  async function enter(event: Event) {
    event.preventDefault();
    const entered = typed.value;
    const text = entered.trim();
    if (onResign && [w.resign, en.resign].some((one) => one.toLowerCase() === text.toLowerCase())) {
      typed.value = wrong.value = '';
      return onResign();
    }
    typed.value = ''; // the next move may be typed before this one is answered
    const refused = await play(text);
    answer.value = refused && position && hasWords.test(text) ? await read(text, position) : '';
    wrong.value = answer.value ? '' : refused;
    if (wrong.value && !typed.value) giveBack(entered);
    if (answer.value) announce(answer.value);
  }

  /** Shows what was refused again, selected, so that the next attempt replaces it. */
  function giveBack(text: string) {
    typed.value = text;
    if (!field.current) return;
    field.current.value = text; // it can only be selected once it is there
    field.current.select();
  }

  /** Answers a question; what is none has no answer. */
  async function read(text: string, asked: Position): Promise<string> {
    try {
      const { answerTo } = await import('../reading/reading');
      return await answerTo(text, { position: asked, clock: clock?.() ?? null });
    } catch {
      return ''; // without a network, the refusal of the move is all there is
    }
  }

  return (
    <form class="typed" onSubmit={(event) => void enter(event)}>
      <label>
        <span class="hidden">{w.typeMove}</span>
        <input
          ref={field}
          value={typed.value}
          onInput={(event) => (typed.value = event.currentTarget.value)}
          placeholder={w.typeMoveLike}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={wrong.value !== ''}
          aria-describedby="typed-wrong typed-help"
        />
      </label>
      <button type="submit">{w.enter}</button>
      <p id="typed-wrong" class="wrong" role="alert">
        {wrong.value}
      </p>
      {answer.value && <p class="answer">{answer.value}</p>}
      <span id="typed-help" class="hidden">
        {w.typeHelp}
      </span>
    </form>
  );
}
