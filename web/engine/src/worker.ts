// A worker that searches: the leader of a search, or one of its helpers.
import type { Begin, FromWorker, Go, Help, ToWorker } from './messages.js';
import { Instance, load, type SharedThread } from './module.js';
import type { Answer, Info } from './port.js';
import { listen } from './thread.js';

const helperStack = 1 << 20;
const alignment = 16;
/** The engine finds lines much faster than anyone can read them. */
const millisecondsBetweenInfos = 50;

let instance: Instance | undefined;
/** Of how people move; some players need it. */
let hasMoveModel = false;
let run = 0;
let lastTold = 0;
let held = new Map<number, Info>();

// Messages can arrive while the worker still starts; each waits for the one before.
let before: Promise<void> = Promise.resolve();
const answerable = listen((message) => {
  before = before.then(() => handle(message as ToWorker | Help));
});
const send = async (message: FromWorker) => (await answerable)(message);
const answerNow = await answerable;

function sendInfo(json: string) {
  const info = JSON.parse(json) as Info;
  held.set(info.line, info);
  const now = performance.now();
  if (now - lastTold >= millisecondsBetweenInfos) {
    lastTold = now;
    flushInfos();
  }
}

function sendNodes(nodes: number) {
  const now = performance.now();
  if (now - lastTold < millisecondsBetweenInfos) return;
  lastTold = now;
  answerNow({ kind: 'nodes', run, nodes } satisfies FromWorker);
}

function flushInfos() {
  for (const info of held.values()) answerNow({ kind: 'info', run, info } satisfies FromWorker);
  held = new Map();
}

async function handle(message: ToWorker | Help): Promise<void> {
  try {
    if (message.kind === 'help') await help(message);
    else if (message.kind === 'begin') await begin(message);
    else if (message.kind === 'go') await go(message);
    else await send({ kind: 'bench', result: engine().call('kibitz_engine_bench', message.depth) });
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    await send({ kind: 'error', run: message.kind === 'go' ? message.run : 0, words });
  }
}

function engine(): Instance {
  if (!instance) throw new Error('the engine has not begun');
  return instance;
}

async function begin(message: Begin) {
  const shared: SharedThread | undefined = message.memory && { memory: message.memory };
  instance = await Instance.make(message.module, sendInfo, sendNodes, shared);
  const addresses = instance.call<{ stoppedRun: number; stop: number }>(
    'kibitz_engine_start',
    message.threads,
    message.hashMb,
  );
  instance.callWithBytes('kibitz_engine_network', message.network);
  const helpers = [];
  for (let id = 1; id < message.threads; ++id) {
    const stack = instance.allocate(helperStack + alignment);
    const stackTop = (stack + helperStack) & -alignment;
    const locals = instance.allocate(instance.localsSize + alignment);
    helpers.push({ id, stackTop, locals: (locals + alignment - 1) & -alignment });
  }
  await send({ kind: 'ready', ...addresses, helpers });
}

async function help(message: Help) {
  const helper = await Instance.make(message.module, undefined, undefined, message);
  helper.raw('kibitz_engine_help', message.id);
}

async function loadMoveModel() {
  const bytes = await load(new URL('../wasm/people.moves', import.meta.url));
  engine().callWithBytes('kibitz_human_model', bytes);
  hasMoveModel = true;
}

async function go(message: Go) {
  const moves = message.moves.join(' ');
  run = message.run;
  lastTold = 0;
  held.clear();
  let answer: Answer;
  if (message.player) {
    const { settings, clock, seed, needsMoveModel, isClassic } = message.player;
    if (needsMoveModel && !hasMoveModel) await loadMoveModel();
    answer = isClassic
      ? engine().call('kibitz_classic_choose', settings, message.start, moves, seed)
      : engine().call('kibitz_human_choose', settings, message.start, moves, seed, clock);
  } else {
    if (message.newGame) engine().call('kibitz_engine_new_game');
    if (message.why) answer = explain(message, message.why, moves);
    else if (message.story) answer = tell(message, message.story, moves);
    else answer = think(message, moves);
  }
  answerNow({ kind: 'move', run, answer } satisfies FromWorker);
}

function think({ run, start, limits }: Go, moves: string): Answer {
  engine().call('kibitz_engine_position', start, moves);
  const answer = engine().call<Answer>('kibitz_engine_go', run, limits);
  flushInfos();
  return answer;
}

function explain(
  { run, start, limits }: Go,
  { move, known, language }: NonNullable<Go['why']>,
  moves: string,
): Answer {
  return engine().call('kibitz_engine_explain', run, start, moves, move, known, limits, language);
}

function tell(
  { run, start, limits }: Go,
  { best, result, language }: NonNullable<Go['story']>,
  moves: string,
): Answer {
  return engine().call('kibitz_engine_story', run, start, moves, best, result, limits, language);
}
