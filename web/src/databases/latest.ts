// Asks only for what is wanted last: an answer that comes after another question was asked is dropped,
// and its question is given up.

/** Not for every letter that is typed. */
const pause = 250;

/** `take` gets the answer, `fail` the error; `wait` says whether the user may still be typing. */
export function latest<Answer>() {
  let running: AbortController | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    clearTimeout(timer);
    running?.abort();
    running = undefined;
  };
  const ask = (
    question: (signal: AbortSignal) => Promise<Answer>,
    take: (answer: Answer) => void,
    fail: (error: unknown) => void,
    wait = false,
  ) => {
    stop();
    const own = (running = new AbortController());
    const begin = () =>
      question(own.signal).then(
        (answer) => !own.signal.aborted && take(answer),
        (error: unknown) => !own.signal.aborted && fail(error),
      );
    if (wait) timer = setTimeout(begin, pause);
    else void begin();
  };
  return { ask, stop };
}
