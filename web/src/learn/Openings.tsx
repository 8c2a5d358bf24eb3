// The panel of the user's own openings: what they play in a position of their games.
import { useEffect } from 'preact/hooks';
import { rules } from '../game/core';
import { isOver, solver, status } from '../game/exercise';
import { today } from '../game/mistakes';
import { inOwnLetters } from '../game/notation';
import { announce } from '../game/speech';
import type { OwnPosition } from '../my-games/repertoire';
import { openingWords } from '../words';
import { show } from '../shell/navigation';
import { askedOpening, nextOpening, openingsLeft, ownOpenings } from './openings';
import { words } from './words';

export const taskOfOpening = (): string => words.value.taskOpening(solver.value);

export function Openings() {
  const w = words.value;
  const now = askedOpening.value;
  const task = now ? taskOfOpening() : '';
  useEffect(() => void (task && announce(task)), [now]);
  const left = openingsLeft.value;
  if (!ownOpenings.value) return <p class="about">{w.looking}</p>;
  if (left.all === 0)
    return (
      <div class="task" tabIndex={-1} data-landing>
        <p>{w.noOpenings}</p>
        <button type="button" class="primary" onClick={() => show('games')}>
          {w.toMyGames}
        </button>
      </div>
    );
  return (
    <>
      <div class="task" tabIndex={-1} data-landing>
        {now ? (
          <>
            <h2>{task}</h2>
            <AboutOpening of={now} />
            <button type="button" class={isOver.value ? 'primary' : ''} onClick={nextOpening}>
              {w.next}
            </button>
          </>
        ) : (
          <p>{w.noOpeningDue(Math.max(1, left.next - today()))}</p>
        )}
      </div>
      <p class="about">{w.openingsLeft(left.today, left.all)}</p>
    </>
  );
}

/** The name of the opening, and what came of the answer. */
export function AboutOpening({ of }: { of: OwnPosition }) {
  const w = words.value;
  const now = status.value;
  const position = rules.value?.position('', of.path);
  const usual = position?.legal.find(({ uci }) => uci === of.move);
  const text =
    now.kind === 'wrong'
      ? w.notYourMove(inOwnLetters(now.move.san))
      : isOver.value && usual
        ? w.yourUsualMove(inOwnLetters(usual.san), of.times, of.games)
        : w.openingsAbout;
  return (
    <>
      <p class="about">{openingWords(position?.opening) ?? ''}</p>
      <p class={`verdict-of ${now.kind}`}>{text}</p>
    </>
  );
}
