// The panel of the puzzles: the task, the result, the user's rating and the choice of a theme.
import { useEffect } from 'preact/hooks';
import { announce } from '../game/speech';
import { isOver, solver, status } from '../game/exercise';
import { keepPack, lookForPack, pack, sizeOfPack } from './pack';
import * as training from './training';
import type { Puzzle } from './puzzles';
import { WhyRight, WhyWrong } from './Reasons';
import { words } from './words';
import { inOwnLetters } from '../game/notation';

/** What is asked: a mate in so many moves, or a win. */
export function taskOf({ themes }: Puzzle): string {
  const w = words.value;
  const mate = themes.map((theme) => /^mate-in-(\d)$/.exec(theme)?.[1]).find(Boolean);
  return mate ? w.taskMate(solver.value, Number(mate)) : w.taskWin(solver.value);
}

export function Puzzles() {
  const w = words.value;
  const puzzle = training.puzzle.value;
  useEffect(() => {
    if (puzzle) announce(taskOf(puzzle));
  }, [puzzle]);
  const { rating, solved, tried, streak, bestStreak, theme } = training.training.value;
  const change = training.change.value;
  return (
    <>
      <div class="task" tabIndex={-1} data-landing>
        {puzzle ? <Asked puzzle={puzzle} /> : <p>{w.loading}</p>}
      </div>
      <dl class="standing-of">
        <div>
          <dt>{w.yourRating}</dt>
          <dd>
            <strong>{Math.round(rating)}</strong>
            {change !== null && (
              <span class={change < 0 ? 'fell' : 'rose'}> {w.changed(change)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{w.solvedOf(solved, tried)}</dt>
          <dd>{w.streak(streak, bestStreak)}</dd>
        </div>
      </dl>
      <label>
        {w.theme}
        <select value={theme} onChange={(event) => training.chooseTheme(event.currentTarget.value)}>
          <option value="">{w.allThemes}</option>
          {training.topics.map(([group, topics]) => (
            <optgroup label={w.themeGroups[group]} key={group}>
              {topics.map(([name, count]) => (
                <option value={name} key={name}>
                  {w.themes[name] ?? name} ({count})
                </option>
              ))}
            </optgroup>
          ))}
        </select>
      </label>
      <OfflinePack />
    </>
  );
}

/** The pack, where the browser can keep one. */
function OfflinePack() {
  const w = words.value;
  useEffect(() => void lookForPack(), []);
  const state = pack.value;
  if (state === 'unknown') return null;
  if (state === 'kept') return <p class="soft">{w.packIsKept(sizeOfPack())}</p>;
  return (
    <button
      type="button"
      class="quiet"
      disabled={state === 'fetching'}
      onClick={() => void keepPack()}
    >
      {state === 'fetching' ? w.keepingPack : w.keepPack(sizeOfPack())}
    </button>
  );
}

function Asked({ puzzle }: { puzzle: Puzzle }) {
  const w = words.value;
  return (
    <>
      <h2>{taskOf(puzzle)}</h2>
      <PuzzleVerdict />
      <WhyRight />
      <WhyWrong />
      {isOver.value && (
        <p class="themes">
          <span>{w.puzzleRating(puzzle.rating)}</span>
          {puzzle.themes.map((one) => (
            <span key={one}>{w.themes[one] ?? one}</span>
          ))}
        </p>
      )}
      <button
        type="button"
        class={isOver.value ? 'primary' : ''}
        onClick={() => void training.nextPuzzle()}
      >
        {w.next}
      </button>
    </>
  );
}

export function PuzzleVerdict() {
  const w = words.value;
  const now = status.value;
  const text =
    now.kind === 'wrong'
      ? w.wrong(inOwnLetters(now.move.san))
      : now.kind === 'solved'
        ? w.solved
        : now.kind === 'shown'
          ? w.solutionShown
          : now.kind === 'reply'
            ? w.goOn
            : w.about;
  return <p class={`verdict-of ${now.kind}`}>{text}</p>;
}
