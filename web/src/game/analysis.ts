// The game on the analysis board: a tree of moves, the place in it, and the engine's lines.
import type { Game, GameEntry, Info, Position, Tree, TreeNode } from 'kibitz';
import { batch, computed, effect, signal } from '@preact/signals';
import type { Arrow } from '../board/arrow';
import { rules, theEngine } from './core';
import { boardOf, startBoard, turnOf } from './glance';
import { forgetErrorAbout, showError, undoable } from '../shell/notices';
import { inOwnLetters } from './notation';
import { questions, stopRun } from './questions';
import { isText, isTexts, load, save, spare } from '../settings/storage';
import { faultWords, words } from '../words';

/** One of the games of a PGN with several. */
export interface Listed extends GameEntry {
  handle: Game;
}

let handle: Game | undefined;
/** The games of the last PGN that was opened, if it has several. Changes to each are kept. */
export const collection = signal<Listed[]>([]);
/** The PGN of each of those games, as last saved. */
let written: string[] = [];
/** Counts the games that were opened. */
export const opened = signal(0);
/** Replaced after every change. */
export const tree = signal<Tree | null>(null);
export const current = signal(0);
export const lineCount = signal(1);
export const analysing = signal(false);
/** The engine's lines for the position shown, the best one first. */
export const infos = signal<Info[]>([]);
export const reviewing = signal<number | null>(null); // 0 to 1

export const nodes = computed(
  () => new Map<number, TreeNode>((tree.value?.nodes ?? []).map((node) => [node.id, node])),
);

export function pathTo(id: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (
    let node = nodes.value.get(id);
    node?.parent !== undefined;
    node = nodes.value.get(node.parent)
  )
    path.unshift(node);
  return path;
}

export const here = computed<Position | null>(() => positionAt(current.value));

/** The position after a node's move. */
export function positionAt(node: number): Position | null {
  if (!rules.value || !tree.value) return null;
  const path = pathTo(node);
  const passed = path.findLastIndex(({ fen }) => fen !== undefined);
  return rules.value.position(
    path[passed]?.fen ?? tree.value.start,
    path.slice(passed + 1).map(({ uci }) => uci!),
  );
}

/** The last known position, shown until the rules have loaded. */
const keptFen = load('analysis.fen', isText);
effect(() => {
  if (here.value) save('analysis.fen', here.value.fen);
});
export const beforeRules = {
  board: keptFen ? boardOf(keptFen) : startBoard,
  turn: turnOf(keptFen ?? ''),
};

const showGameError = (error: unknown) => showError(error, 'game');

function refresh(node = current.value): void {
  tree.value = handle?.tree() ?? null;
  current.value = nodes.value.has(node) ? node : 0;
  keep();
}

/** Saves the game, and the other games of its file if there is room. */
function keep(): void {
  if (!handle) return;
  const pgn = handle.pgn();
  save('analysis', pgn);
  const shown = collection.value.findIndex(isOpen);
  if (shown >= 0) written[shown] = pgn;
  save(spare, shown >= 0 ? { games: written, shown } : null);
}

interface KeptFile {
  games: string[];
  shown: number;
}
const isKeptFile = (value: unknown): value is KeptFile =>
  typeof value === 'object' &&
  value !== null &&
  'games' in value &&
  isTexts(value.games) &&
  'shown' in value;

/** Offers to restore the game as it is now, with the place in it and the other games of its file. */
function offerUndo(undoText: string): void {
  if (!handle || (tree.value?.nodes.length ?? 0) < 2) return;
  const games = collection.value.length > 0 ? collection.value.map((one) => one.handle) : [handle];
  const kept = games.map((game) => game.pgn()).join('\n');
  const number = games.indexOf(handle);
  const place = placeOf(current.value);
  const undo = () => {
    if (!openPgn(kept)) return;
    if (number > 0) openListed(collection.value[number]!);
    current.value = nodeAt(place);
  };
  undoable.value = { text: undoText, undo, view: 'analyse' };
}

interface OpenOptions {
  /** The node to show first. */
  node?: number;
  /** All games of its file. */
  listed?: Listed[];
  /** The message that offers to restore the previous game; without it there is no offer. */
  undoText?: string | undefined;
}

function setGame(game: Game, { node = 0, listed = [], undoText }: OpenOptions = {}): void {
  undoable.value = null;
  forgetErrorAbout('game');
  if (undoText && handle?.pgn() !== game.pgn()) offerUndo(undoText);
  const kept = new Set(listed.map((one) => one.handle));
  const open = new Set(collection.value.map((one) => one.handle));
  if (handle) open.add(handle);
  for (const old of open) if (!kept.has(old)) old.close();
  handle = game;
  if (listed !== collection.value) written = listed.map((one) => one.handle.pgn());
  batch(() => {
    collection.value = listed;
    infos.value = [];
    ++opened.value;
    refresh(node);
  });
}

/** Opens the game of the last visit, or an empty one. */
export function openLast(): void {
  if (!rules.value || handle) return;
  const pgn = load('analysis', isText);
  const file = load(spare, isKeptFile);
  const place = load('analysis.place', isPlace) ?? [];
  const hasOthers = file !== null && file.games[file.shown] === pgn; // false if the file found no room
  if (!pgn || !openPgn(hasOthers ? file.games.join('\n') : pgn))
    return setGame(rules.value.newGame());
  const shown = hasOthers ? collection.value[file.shown] : undefined;
  if (shown && !isOpen(shown)) openListed(shown);
  current.value = nodeAt(place);
}

// A place in the tree: for each node on the way, which of its moves leads there.
const isPlace = (value: unknown): value is number[] =>
  Array.isArray(value) && value.every(Number.isInteger);

const placeOf = (node: number): number[] =>
  pathTo(node).map(({ id, parent }) => nodes.value.get(parent!)!.children.indexOf(id));

effect(() => {
  if (tree.value) save('analysis.place', placeOf(current.value));
});

/** The node at a place, or the last one on the way that exists. */
function nodeAt(place: readonly number[]): number {
  let id = 0;
  for (const turn of place) id = nodes.value.get(id)?.children[turn] ?? id;
  return id;
}

/** Whether a game without moves is only words, which a reader of PGN keeps as a comment. */
const isProse = ({ tags, repairs }: GameEntry): boolean =>
  !tags.FEN && (repairs ?? []).some(({ fault }) => fault.code === 'pgn.unknown_text');

/** Returns false, with a message for the user, if the text holds no game. */
export function openPgn(pgn: string, undoText?: string): boolean {
  if (!rules.value) return false;
  try {
    const { games, more } = rules.value.readGames(pgn);
    const listed = games.map((entry) => ({ ...entry, handle: rules.value!.game(entry) }));
    const first = listed[0]!;
    const isNone = listed.length === 1 && first.handle.tree().nodes.length === 1; // not even a first move
    if (isNone && (first.error || isProse(first))) {
      first.handle.close();
      showGameError(words.value.noGame(first.error ? faultWords(first) : '').trim());
      return false;
    }
    openListed(first, listed.length > 1 ? listed : [], undoText);
    if (more) showGameError(words.value.moreGames(games.length));
    return true;
  } catch (error) {
    showGameError(faultWords(error));
    return false;
  }
}

export function openListed(game: Listed, listed = collection.value, undoText?: string): void {
  setGame(game.handle, { listed, undoText });
  if (game.error) showGameError(words.value.notAllRead(faultWords(game)));
}

export const isOpen = (game: Listed): boolean => opened.value > 0 && game.handle === handle;

/** Opens a FEN, a PGN, or moves alone. */
export function openText(text: string): boolean {
  const trimmed = text.trim();
  if (!rules.value || trimmed === '') return false;
  const site = /^(?:https?:\/\/)?(?:www\.)?((?:[\w-]+\.)+[a-z]{2,})(?:\/\S*)?$/i.exec(trimmed)?.[1];
  if (site) {
    showGameError(words.value.isAddress(site));
    return false;
  }
  if (/^([pnbrqkPNBRQK\d]+\/){7}/.test(trimmed)) {
    try {
      setGame(rules.value.newGame(trimmed), { undoText: words.value.replaced });
      return true;
    } catch (error) {
      showGameError(faultWords(error));
      return false;
    }
  }
  // A PGN needs a result at its end, which moves alone do not have.
  const hasResult = /(1-0|0-1|1\/2-1\/2|\*)$/.test(trimmed);
  return openPgn(hasResult ? trimmed : `${trimmed}\n*`, words.value.replaced);
}

export function clear(): void {
  if (rules.value) setGame(rules.value.newGame(), { undoText: words.value.cleared });
}

export function openMoves(
  start: string,
  moves: readonly string[],
  tags: Record<string, string>,
): void {
  openLast(); // so that it can be restored
  if (!rules.value) return;
  const made = rules.value.newGame(start);
  let node = 0;
  for (const move of moves) node = made.play(node, move);
  for (const [name, value] of Object.entries(tags)) made.tag(name, value);
  const outcome = tags.Result;
  if (outcome) made.result(outcome);
  setGame(made, { node, undoText: words.value.replaced });
}

/** The main line of the game, from its start. */
export function mainLine(): { start: string; moves: string[] } {
  const moves: string[] = [];
  for (let node = nodes.value.get(0); node; node = nodes.value.get(node.children[0] ?? -1))
    if (node.uci) moves.push(node.uci);
  return { start: tree.value?.start ?? '', moves };
}

export const pgn = (): string => handle?.pgn() ?? '';

/** The line through the move shown, from the start of the game to the end of the variation. */
export function variationPgn(): string {
  if (!rules.value || !tree.value) return '';
  const line = pathTo(current.value);
  for (let node = nodes.value.get(current.value)?.children[0]; node !== undefined; ) {
    const next = nodes.value.get(node)!;
    line.push(next);
    node = next.children[0];
  }
  const made = rules.value.newGame(tree.value.start);
  try {
    let node = 0;
    for (const { uci } of line) {
      if (!uci) break; // a null move
      node = made.play(node, uci);
    }
    return made.pgn();
  } finally {
    made.close();
  }
}

export function playHere(move: string): void {
  edit((game) => (current.value = game.play(current.value, move)));
}

/** Adds a line after a node, without going there. */
export function addLine(node: number, line: readonly string[]): void {
  edit((game) => {
    for (const move of line) node = game.play(node, move);
  });
}

/** Applies a change of the user to the tree; an error becomes a message. */
export function edit(change: (game: Game) => void): void {
  undoable.value = null;
  annotate(change);
}

/** Applies a change of the page itself, which does not take away the user's undo. */
export function annotate(change: (game: Game) => void): void {
  if (!handle) return;
  try {
    change(handle);
    refresh();
  } catch (error) {
    showGameError(error);
  }
}

/** Moves a node one place down among the moves from its position. */
export function demote(id: number): void {
  const siblings = nodes.value.get(nodes.value.get(id)?.parent ?? -1)?.children ?? [];
  const next = siblings[siblings.indexOf(id) + 1];
  if (next !== undefined) edit((game) => game.promote(next));
}

export function removeHere(): void {
  const id = current.value;
  const { parent, san } = nodes.value.get(id) ?? {};
  if (parent === undefined) return;
  edit((game) => {
    offerUndo(words.value.deleted(inOwnLetters(san ?? '')));
    current.value = parent;
    game.remove(id);
  });
}

const inks = { G: 'green', R: 'red', B: 'blue', Y: 'yellow' } as const;

/** The arrows and circles of the move shown, as `[%cal]` and `[%csl]` of its comment give them. */
export const marks = computed<Arrow[]>(() =>
  (nodes.value.get(current.value)?.marks ?? []).flatMap((mark) => {
    const kind = inks[mark[0] as keyof typeof inks];
    return kind ? [{ kind, from: mark.slice(1, 3), to: mark.slice(-2) }] : [];
  }),
);

/** Draws an arrow or a circle, or removes the one that is there. */
export function draw({ from, to, kind }: Arrow): void {
  const letter = Object.entries(inks).find(([, ink]) => ink === kind)?.[0];
  if (!letter) return;
  const squares = from === to ? to : from + to;
  const mark = letter + squares;
  const drawn = nodes.value.get(current.value)?.marks ?? [];
  const others = drawn.filter((one) => one.slice(1) !== squares);
  edit((game) => game.marks(current.value, drawn.includes(mark) ? others : [...others, mark]));
}

export function step(by: 1 | -1): void {
  const node = nodes.value.get(current.value);
  const to = by < 0 ? node?.parent : node?.children[0];
  if (to !== undefined) current.value = to;
}

export function toEnd(which: 'start' | 'end'): void {
  if (which === 'start') current.value = 0;
  else
    for (let next = nodes.value.get(current.value)?.children[0]; next !== undefined; ) {
      current.value = next;
      next = nodes.value.get(next)?.children[0];
    }
}

// --- Thinking about the position shown

let run = 0;
let listening = false;

effect(() => {
  const position = here.value;
  const lines = lineCount.value;
  infos.value = [];
  if (!analysing.value || questions.value > 0) return stopThinking();
  if (position && !position.outcome && reviewing.value === null) void think(position, lines);
});

function stopThinking(): void {
  if (run) stopRun(run);
  run = 0;
}

async function think(position: Position, lines: number): Promise<void> {
  try {
    const engine = await theEngine();
    if (here.peek() !== position || !analysing.peek() || questions.peek() > 0) return;
    if (!listening) {
      listening = true;
      engine.on('info', (of, info) => {
        if (of !== run) return;
        const next = [...infos.peek()];
        next[info.line - 1] = info;
        infos.value = next;
      });
    }
    engine.position(
      position.start,
      position.moves.map(({ uci }) => uci),
    );
    run = engine.go({ infinite: true, lines });
  } catch (error) {
    showError(error);
  }
}
