// The panel of today's tasks: what is asked, what came of it, and when all is done the row of days and the
// opponent who remembers.
import { useEffect } from 'preact/hooks';
import { Portrait } from '../design/Portrait';
import { rules } from '../game/core';
import { isOver } from '../game/exercise';
import { memories, type Memory, recollect } from '../game/memory';
import { today } from '../game/mistakes';
import { inOwnLetters } from '../game/notation';
import { characters, findOpponent, nameOf, type Opponent } from '../game/opponents';
import { newPreferredGame, note } from '../game/play';
import { announce } from '../game/speech';
import { preferences } from '../settings/preferences';
import { show } from '../shell/navigation';
import { isDone, isForgiven, streakOn } from './day';
import { MistakeVerdict, taskOfMistake } from './Mistakes';
import { Motifs } from './Motifs';
import { AboutOpening, taskOfOpening } from './Openings';
import { askedOpening } from './openings';
import { asked } from './own-mistakes';
import { PuzzleVerdict, taskOf } from './Puzzles';
import { Reason, Send } from './Reason';
import { WhyRight, WhyWrong } from './Reasons';
import { day, nextTask, openToday, place, streak, theme } from './today';
import { puzzle } from './training';
import { words } from './words';

/** A page that has been open overnight begins with the new day. */
function useNewDay(): void {
  useEffect(() => {
    const look = () => !document.hidden && day.value?.number !== today() && void openToday();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
}

export function Today() {
  useNewDay();
  const now = day.value;
  if (!now) return null;
  return place.value < now.tasks.length ? <Asked /> : <Done />;
}

/** What has been reached: below what is to be done. */
export function Progress() {
  return (
    day.value && (
      <>
        <Row />
        <Motifs />
      </>
    )
  );
}

/** The tasks of the day as squares, and the days in a row. */
function Row() {
  const w = words.value;
  const { tasks, results } = day.value!;
  const number = day.value!.number;
  const days = streakOn(streak.value, number);
  const waits = !isDone(day.value!) && isForgiven(streak.value, number);
  return (
    <div class="days">
      <span class="squares" aria-hidden="true">
        {tasks.map((_, i) => (
          <i key={i} class={results[i] ? 'good' : i === place.value ? 'here' : ''} />
        ))}
      </span>
      <p>
        {days === 0 ? (
          w.firstDay
        ) : (
          <>
            <strong>{w.daysInARow(days)}</strong>
            {streak.value.best > days && `, ${w.bestDays(streak.value.best)}`}.{' '}
            <span class="about">{waits ? w.dayForgiven : w.missedDay}</span>
          </>
        )}
      </p>
    </div>
  );
}

function Asked() {
  const w = words.value;
  const { tasks } = day.value!;
  const own = asked.value;
  const other = puzzle.value;
  const opening = askedOpening.value;
  const number = w.taskNumber(place.value + 1, tasks.length);
  const text = own ? taskOfMistake(own) : other ? taskOf(other) : opening ? taskOfOpening() : '';
  useEffect(() => {
    if (text) announce(`${number}. ${text}`);
  }, [own, other, opening]);
  return (
    <div class="task" tabIndex={-1} data-landing>
      <p class="about">{number}</p>
      {text ? <h2>{text}</h2> : <p>{w.loading}</p>}
      {own?.game && <p class="about">{own.game}</p>}
      {other && theme.value && (
        <p class="about">{w.sameKind(w.themes[theme.value] ?? theme.value)}</p>
      )}
      {own && <MistakeVerdict />}
      {other && <PuzzleVerdict />}
      {own && isOver.value && <Reason of={own} />}
      {other && <WhyRight />}
      {opening ? <AboutOpening of={opening} /> : <WhyWrong explained={own?.san ?? ''} />}
      {isOver.value && (
        <button type="button" class="primary" onClick={() => void nextTask()}>
          {w.next}
        </button>
      )}
      {own && isOver.value && <Send of={own} />}
      {place.value === 0 && !isOver.value && (
        <p class="about">{own ? w.todayAbout : w.todayWithoutMistakes}</p>
      )}
    </div>
  );
}

/** Who is to be played: who remembers something, and else whom the user has chosen last. */
function partner(): { of: Opponent; memory: Memory | null } {
  const [latest] = Object.entries(memories.value).reverse();
  if (latest) return { of: findOpponent(latest[0]), memory: latest[1] };
  const chosen = findOpponent(preferences.value.opponent);
  return { of: chosen.id === 'person' ? characters[0]! : chosen, memory: null };
}

function whatIsRemembered(memory: Memory | null): string {
  const w = words.value.remembers;
  const known = rules.value && memory && recollect(rules.value, memory);
  if (!known) return w.nothing;
  const answer = inOwnLetters(known.answer);
  switch (known.kind) {
    case 'mate':
      return w.mate(answer);
    case 'lost':
      return w.lost(known.piece, answer);
    case 'strong':
      return w.strong(inOwnLetters(known.played), answer);
  }
}

function Done() {
  const w = words.value;
  const { results } = day.value!;
  const { of, memory } = partner();
  const sentence = whatIsRemembered(memory);
  const result = w.foundAtOnce(results.filter(Boolean).length, results.length);
  useEffect(() => announce(`${w.todayDone} ${result}`), []);
  function play() {
    newPreferredGame({ opponent: of.id, start: '' });
    note.value = () => whatIsRemembered(memory);
    show('play');
  }
  return (
    <div class="task" tabIndex={-1} data-landing>
      <h2>{w.todayDone}</h2>
      <p>{result}</p>
      <div class="coach">
        <Portrait of={of} />
        <p>{sentence}</p>
      </div>
      <button type="button" class="primary" onClick={play}>
        {w.playOpponent(nameOf(of))}
      </button>
    </div>
  );
}
