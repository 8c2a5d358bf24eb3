// What an engine is asked: whether it can be answered, and how it is written for the thread or the
// server that thinks.
import { KibitzError } from './module.js';
import type { Limits, Player, Request, ScoredLine, Story, Why } from './port.js';

export const isPlayer = (what: Request): what is Player => 'settings' in what;
export const isWhy = (what: Request): what is Why => 'why' in what;
export const isStory = (what: Request): what is Story => 'story' in what;

/** Throws if the search would never end, or could not be what the caller means. */
export function checkQuestion(what: Request): void {
  if (isPlayer(what)) checkPlayer(what);
  else if (isWhy(what) || isStory(what)) checkNumber('nodes', what.nodes ?? NaN, 1);
  else checkLimits(what);
}

function checkLimits(limits: Limits): void {
  const { milliseconds, depth, nodes, mate, lines, clock } = limits;
  const given = Object.entries({ milliseconds, depth, nodes, mate, lines });
  for (const [name, value] of given) checkNumber(name, value, 1);
  checkNumber('clock.white', clock?.white, 1);
  checkNumber('clock.black', clock?.black, 1);
  checkNumber('clock.increment', clock?.increment, 0);
  if (!limits.infinite && !clock && !milliseconds && !depth && !nodes && !mate)
    throw new KibitzError(
      'how long to think is missing: milliseconds, depth, nodes, mate, clock or infinite',
    );
}

function checkPlayer({ seed, patience, clock }: Player): void {
  checkNumber('seed', seed, -Infinity);
  checkNumber('patience', patience, 0);
  checkNumber('clock.remaining', clock?.remaining, 1);
  checkNumber('clock.increment', clock?.increment, 0);
}

function checkNumber(name: string, value: unknown, least: number): void {
  if (value === undefined) return;
  if (typeof value !== 'number' || Number.isNaN(value) || value < least) {
    const wanted = least === -Infinity ? 'a number' : `a number from ${least} on`;
    throw new KibitzError(`${name} is ${wanted}, not ${String(value)}`);
  }
}

/** As UCI's go. */
export function limitsText(limits: Limits): string {
  const words: (string | number)[] = [];
  const add = (name: string, value: number | undefined) => {
    if (value !== undefined) words.push(name, Math.floor(value));
  };
  add('movetime', limits.milliseconds);
  add('depth', limits.depth);
  add('nodes', limits.nodes);
  add('mate', limits.mate);
  add('multipv', limits.lines);
  if (limits.infinite) words.push('infinite');
  if (limits.clock) {
    add('wtime', limits.clock.white);
    add('btime', limits.clock.black);
    add('winc', limits.clock.increment);
    add('binc', limits.clock.increment);
  }
  return words.join(' ');
}

/** Whether it is the classic player, which has no model of people, nor a clock. */
export const isClassic = ({ settings }: Player) =>
  Object.keys(settings).some((name) => name.startsWith('classic.'));

/** Whether the player moves by the model of how people move. */
export const needsMoveModel = ({ settings }: Player) =>
  ['people.weight', 'people.sharpness'].some((name) => Number(settings[name] ?? 0) > 0);

export function playerText(player: Player): { settings: string; clock: string; seed: number } {
  return {
    settings: Object.entries(player.settings)
      .map(([name, value]) => `${name} ${Number(value)}`)
      .join(' '),
    clock: player.clock
      ? `${Math.floor(player.clock.remaining)} ${Math.floor(player.clock.increment)}`
      : '',
    seed: player.seed,
  };
}

/** "31", "#3" or "#-2". */
export const scoreWord = ({ centipawns = 0, mate }: ScoredLine): string =>
  mate === undefined ? String(Math.round(centipawns)) : `#${mate}`;

const lineText = (line: ScoredLine) => [scoreWord(line), ...line.pv].join(' ');

export function whyText({ why, language, known }: Why): {
  move: string;
  known: string;
  language: string;
} {
  return {
    move: why,
    known: known ? `${lineText(known.best)}\n${lineText(known.answer)}` : '',
    language,
  };
}

export const storyText = ({ story, language }: Story) => ({
  best: story.best.map(lineText).join('\n'),
  result: story.result,
  language,
});
