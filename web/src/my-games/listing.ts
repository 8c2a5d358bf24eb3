// What the view of the user's games shows: what is looked for, what was found, and the statistics.
import { computed, effect, signal } from '@preact/signals';
import { openPgn, openLast } from '../game/analysis';
import { loadRules, rules } from '../game/core';
import { startReview } from '../game/review';
import { isText, isTexts, load, lost, save, spare } from '../settings/storage';
import { showError, undoable } from '../shell/notices';
import { show } from '../shell/navigation';
import * as library from './library';
import type { Page } from './library-protocol';
import { namesIn, sideOf, type GameRecord } from './record';
import { everything, type Query } from './search';
import type { Statistics } from './statistics';
import { words } from './words';

export const gamesAtATime = 50;

export const query = signal<Query>(everything);
/** The FEN of the position that is looked for. */
export const wantedFen = signal('');
export const most = signal(gamesAtATime);

/** Null until they are known. */
export const page = signal<Page | null>(null);
export const statistics = signal<Statistics | null>(null);
/** Why the library cannot be read, in words. */
export const trouble = signal('');
/** Whether what the page says of games that are kept would not be true. */
export const keepsNothing = computed(() => trouble.value !== '' || lost.value === 'forbidden');

export const narrow = (change: Partial<Query>): void => {
  most.value = gamesAtATime;
  query.value = { ...query.value, ...change };
};

export function wantEverything(): void {
  wantedFen.value = '';
  narrow(everything);
}

/** Looks for the games that reached a position; returns whether the FEN is one. */
export function wantPosition(fen: string): boolean {
  if (!rules.value) return false;
  try {
    const { name } = rules.value.position(fen);
    wantedFen.value = fen;
    narrow({ position: name });
    return true;
  } catch {
    return false;
  }
}

export function wantNoPosition(): void {
  wantedFen.value = '';
  narrow({ position: '' });
}

/** Follows the library while the view is shown; returns what ends that. */
export function follow(): () => void {
  void takeOver();
  const stopList = effect(() => {
    void library.changes.value;
    void library.ownNames.value;
    const asked = query.value;
    library.find(asked, most.value).then((found) => {
      if (query.peek() !== asked) return;
      page.value = found;
      trouble.value = '';
    }, report);
  });
  const stopStatistics = effect(() => {
    void library.changes.value;
    void library.ownNames.value;
    library.statistics().then((made) => {
      statistics.value = made;
      if (library.ownNames.peek() === '' && made.likelyName)
        library.ownNames.value = made.likelyName;
    }, report);
  });
  return () => {
    stopList();
    stopStatistics();
  };
}

function report(error: unknown): void {
  trouble.value = messageFor(error);
}

export function messageFor(error: unknown): string {
  const w = words.value;
  if (!(error instanceof library.LibraryError)) return String(error);
  if (error.code === 'full') return w.full;
  if (error.code === 'unavailable') return w.unavailable;
  return w.failed(error.message);
}

/** The games that the page kept elsewhere before there was a library; those that name their players. */
async function takeOver(): Promise<void> {
  if (load('games.takenOver', (value) => value === true)) return;
  const isFile = (value: unknown): value is { games: string[] } =>
    isTexts((value as { games?: unknown } | null)?.games);
  const pgns = [...(load(spare, isFile)?.games ?? []), load('analysis', isText) ?? ''];
  const named = pgns.filter((pgn) => /^\[(?:White|Black) "[^?"]/m.test(pgn));
  try {
    if (named.length > 0) await library.importGames(named.join('\n\n'), undefined);
    save('games.takenOver', true);
  } catch (error) {
    report(error);
  }
}

async function openGame(record: GameRecord): Promise<boolean> {
  try {
    const [pgn] = await Promise.all([library.pgnOf(record.id), loadRules()]);
    openLast(); // so that it can be restored
    return openPgn(pgn, words.value.anotherOpened);
  } catch (error) {
    showError(messageFor(error));
    return false;
  }
}

export async function openInAnalysis(record: GameRecord): Promise<void> {
  if (await openGame(record)) show('analyse');
}

export async function openInReview(record: GameRecord): Promise<void> {
  if (!(await openGame(record))) return;
  show('analyse');
  await startReview(sideOf(record, namesIn(library.ownNames.value)));
}

/** Removes a game, and offers to restore it. */
export async function removeGame(record: GameRecord): Promise<void> {
  try {
    const pgn = await library.pgnOf(record.id);
    await library.remove(record.id);
    const undo = async () => {
      undoable.value = null;
      await library.addPlayed(pgn, record.origin, record.side);
      if (record.review) await library.addReview(record.plies, record.last, record.review);
    };
    undoable.value = {
      text: words.value.removed(record.white || '?', record.black || '?'),
      undo: () => void undo().catch((error) => showError(messageFor(error))),
      view: 'games',
    };
  } catch (error) {
    showError(messageFor(error));
  }
}
