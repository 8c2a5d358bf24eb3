// The panel of the lessons: their list, or the task that is open, with the coach's words.
import { useEffect } from 'preact/hooks';
import { Portrait } from '../design/Portrait';
import { findOpponent } from '../game/opponents';
import { preferences } from '../settings/preferences';
import { announce } from '../game/speech';
import * as course from './course';
import { status } from '../game/exercise';
import { inLanguage } from './lessons';
import { lost } from '../settings/storage';
import { words as page } from '../words';
import { words } from './words';
import { inOwnLetters } from '../game/notation';

export function Lessons() {
  const task = course.task.value;
  return task ? <Task /> : <List />;
}

function List() {
  const w = words.value;
  const { language } = preferences.value;
  return (
    <>
      <p class="about">
        {lost.value === 'forbidden' ? page.value.notKept.forbidden : w.lessonsAbout}
      </p>
      <ol class="lessons">
        {course.lessons.value.map((lesson) => {
          const done = course.solvedIn(lesson);
          const all = lesson.tasks.length;
          return (
            <li key={lesson.id}>
              <button type="button" class="plain" onClick={() => course.openLesson(lesson)}>
                <span>{inLanguage(lesson.titles, language)}</span>
                <small>{w.progress(done, all)}</small>
                <progress value={done} max={all} aria-hidden="true" />
              </button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function Task() {
  const w = words.value;
  const { language } = preferences.value;
  const lesson = course.lesson.value;
  const task = course.task.value;
  const text = task ? inLanguage(task.texts, language) : '';
  useEffect(() => {
    announce(text);
    // On a phone, the list of lessons has scrolled the board away.
    document.querySelector('.learn .board')?.scrollIntoView({ block: 'nearest' });
  }, [task]);
  if (!lesson || !task) return null;
  const number = course.place.value?.task ?? 0;
  const now = status.value;
  const isOver = now.kind === 'solved' || now.kind === 'shown';
  const said =
    now.kind === 'wrong'
      ? w.wrong(inOwnLetters(now.move.san))
      : now.kind === 'solved'
        ? w.praise[number % w.praise.length]
        : now.kind === 'shown'
          ? w.solutionShown
          : now.kind === 'reply'
            ? w.goOn
            : '';
  return (
    <div class="task" tabIndex={-1} data-landing>
      <button type="button" class="plain back" onClick={() => (course.place.value = null)}>
        ‹ {w.allLessons}
      </button>
      <div class="heading-of">
        <h2>{inLanguage(lesson.titles, language)}</h2>
        <p class="about">{w.taskNumber(number + 1, lesson.tasks.length)}</p>
      </div>
      <div class="coach">
        <Portrait of={findOpponent('coach')} />
        <p>{text}</p>
      </div>
      <p class={`verdict-of ${now.kind}`}>{said || '\u00a0'}</p>
      <button type="button" class={isOver ? 'primary' : ''} onClick={course.nextTask}>
        {number + 1 < lesson.tasks.length ? w.next : w.nextLesson}
      </button>
    </div>
  );
}
