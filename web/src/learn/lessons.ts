// The lessons: a text file that a teacher can write (docs/lessons.md), and the user's progress.

export interface Task {
  start: string;
  /** As an exercise has them. */
  moves: string[][];
  /** By language; English is always there. */
  texts: Record<string, string>;
}

export interface Lesson {
  id: string;
  titles: Record<string, string>;
  tasks: Task[];
}

export class LessonError extends Error {
  constructor(
    readonly line: number,
    what: string,
  ) {
    super(`line ${line}: ${what}`);
  }
}

/** Reads the file; throws a LessonError that names the line. */
export function readLessons(text: string): Lesson[] {
  const lessons: Lesson[] = [];
  let task: Task | null = null;
  text.split('\n').forEach((raw, index) => {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) return;
    const refuse = (what: string) => new LessonError(index + 1, what);
    const colon = line.indexOf(':');
    if (colon < 0) throw refuse('a line is "name: text"');
    const name = line.slice(0, colon).trim();
    const value = line.slice(colon + 1).trim();
    const lesson = lessons.at(-1);
    if (name === 'lesson') {
      if (lessons.some(({ id }) => id === value)) throw refuse(`there are two lessons "${value}"`);
      lessons.push({ id: value, titles: {}, tasks: [] });
      task = null;
    } else if (!lesson) throw refuse('a file begins with "lesson: NAME"');
    else if (name === 'position') {
      task = { start: value, moves: [], texts: {} };
      lesson.tasks.push(task);
    } else if (name === 'moves') {
      if (!task) throw refuse('"moves" follows a position');
      task.moves = value.split(/\s+/).map((word) => word.split('|'));
    } else if (/^[a-z]{2}$/.test(name)) (task?.texts ?? lesson.titles)[name] = value;
    else throw refuse(`there is no "${name}"; a language has two letters`);
  });
  return lessons;
}

/** The text in a language, or in English. */
export const inLanguage = (texts: Record<string, string>, language: string): string =>
  texts[language] ?? texts.en ?? '';
