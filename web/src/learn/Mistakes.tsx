// The panel of the user's own mistakes: the task, the result, and how many come back when.
import { useEffect } from 'preact/hooks';
import { dueOn, type Mistake, mistakes, today } from '../game/mistakes';
import { announce } from '../game/speech';
import { show } from '../shell/navigation';
import { isOver, solver, status } from '../game/exercise';
import { asked, forgetAsked, nextMistake, practiseEarly } from './own-mistakes';
import { Reason, Send } from './Reason';
import { WhyWrong } from './Reasons';
import { words } from './words';
import { inOwnLetters } from '../game/notation';

export const taskOfMistake = ({ san }: Mistake): string =>
  words.value.taskMistake(solver.value, inOwnLetters(san));

export function Mistakes() {
  const w = words.value;
  const now = asked.value;
  const task = now ? taskOfMistake(now) : '';
  useEffect(() => {
    if (task) announce(task);
  }, [now]);
  const all = mistakes.value.length;
  if (all === 0)
    return (
      <div class="task" tabIndex={-1} data-landing>
        <p>{w.noMistakes}</p>
        <button type="button" class="primary" onClick={() => show('play')}>
          {w.playGame}
        </button>
      </div>
    );
  const day = today();
  return (
    <>
      <div class="task" tabIndex={-1} data-landing>
        {now ? (
          <>
            <h2>{task}</h2>
            {now.game && <p class="about">{now.game}</p>}
            <MistakeVerdict />
            {isOver.value && <Reason of={now} />}
            <WhyWrong explained={now.san} />
            <div class="row">
              <button type="button" class={isOver.value ? 'primary' : ''} onClick={nextMistake}>
                {w.next}
              </button>
              <button type="button" onClick={forgetAsked}>
                {w.forget}
              </button>
            </div>
            {isOver.value && <Send of={now} />}
          </>
        ) : (
          <>
            <p>{w.nothingDue(Math.max(1, (mistakes.value[0]?.due ?? day) - day))}</p>
            <button type="button" class="primary" onClick={practiseEarly}>
              {w.practiseEarly}
            </button>
          </>
        )}
      </div>
      <p class="about">{w.mistakesLeft(dueOn(day).length, all)}</p>
    </>
  );
}

export function MistakeVerdict() {
  const w = words.value;
  const now = status.value;
  const text = {
    open: () => w.mistakesAbout,
    reply: () => w.goOn,
    looking: () => w.looking,
    wrong: () => (now.kind === 'wrong' ? w.wrong(inOwnLetters(now.move.san)) : ''),
    solved: () => w.solved,
    shown: () => w.solutionShown,
  }[now.kind]();
  return <p class={`verdict-of ${now.kind}`}>{text}</p>;
}
