// Names of people in sentences of the page: one that is written from right to left must not turn
// around what stands beside it, such as a result.

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const [isolate, pop] = ['\u2068', '\u2069'];

/** The name, kept apart from its surroundings where that makes a difference. */
export const isolated = (name: string): string =>
  rightToLeft.test(name) ? `${isolate}${name}${pop}` : name;
