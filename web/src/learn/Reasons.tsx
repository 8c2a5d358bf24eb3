// Why a move of an exercise is right or wrong, by the explainer: for the solution once it is there, and for the
// move that was tried, of which at first no more is said than what punishes it.
import { useEffect } from 'preact/hooks';
import { rules } from '../game/core';
import { exercise, isOver, position, wrongMove } from '../game/exercise';
import { inOwnLetters } from '../game/notation';
import { announce } from '../game/speech';
import { askWhy, type Question, type Reasons as Found, reasonsFor } from '../game/why';
import { words as page } from '../words';
import { words } from './words';

/** The sentences about a move, under a title; they are announced when they are found. */
export function Reasons({
  of,
  title = '',
  select = ({ explanation }) => explanation.sentences,
}: {
  of: Question;
  title?: string;
  select?: (found: Found) => readonly string[];
}) {
  const found = reasonsFor(of);
  const sentences = found ? select(found) : [];
  useEffect(() => {
    if (!found) void askWhy(of);
  });
  const aloud = sentences.length > 0 ? `${title} ${sentences.join(' ')}`.trim() : '';
  useEffect(() => void (aloud && announce(aloud)), [aloud]);
  if (!found) return <p class="looking">{page.value.lookingForReasons}</p>;
  if (sentences.length === 0) return null;
  return (
    <div class="reasons-of">
      {title && <h3>{title}</h3>}
      <ul class="reasons">
        {sentences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** What punishes a move, and nothing of what would have been better: that is still being looked for. */
const punishmentOf =
  ({ start, moves, move }: Question) =>
  ({ explanation }: Found): string[] => {
    const after = rules.value?.position(start, [...moves, move]).fen;
    return explanation.claims.filter(({ fen }) => fen === after).map(({ text }) => text);
  };

/** Why the latest wrong move fails; nothing of one that is explained beside it. */
export function WhyWrong({ explained = '' }: { explained?: string }) {
  const wrong = wrongMove.value;
  const now = exercise.value;
  if (!wrong || !now || (isOver.value && wrong.move.san === explained)) return null;
  const { san, uci } = wrong.move;
  const of = { start: now.start, moves: [...wrong.after], move: uci };
  const title = words.value.whyWrong(inOwnLetters(san));
  return isOver.value ? (
    <Reasons of={of} title={title} />
  ) : (
    <Reasons of={of} title={title} select={punishmentOf(of)} />
  );
}

/** Why the first move of the solution is right, once the moves have been found or shown. */
export function WhyRight() {
  const now = exercise.value;
  const first = position.value?.moves[0];
  if (!isOver.value || !now || !first) return null;
  const of = { start: now.start, moves: [], move: first.uci };
  return <Reasons of={of} title={words.value.whyRight(inOwnLetters(first.san))} />;
}
