// What the view of the user's games shows: what is looked for, what was found, and the statistics.
import { batch, computed, effect, signal } from '@preact/signals';
import { openPgn, openLast } from '../game/analysis';
import { loadRules, rules } from '../game/core';
import { startReview } from '../game/review';
import { isText, isTexts, load, lost, save, spare } from '../settings/storage';
import { showError, undoable } from '../shell/notices';
import { show } from '../shell/navigation';
import { latest } from '../databases/latest';
import { DatabaseError } from '../databases/server';
import { whyNot } from '../databases/trouble';
import * as library from './library';
import type { Page, Row } from './library-protocol';
import { everything, type Query } from './search';
import type { Statistics } from './statistics';
import { words } from './words';

export const gamesAtATime = 50;

export const query = signal<Query>(everything);
export const most = signal(gamesAtATime);

/** Null until they are known. */
export const page = signal<Page | null>(null);
/** What `page` answers, which may be less than what is looked for now. */
export const answered = signal<Query>(everything);
export const statistics = signal<Statistics | null>(null);
/** Why the library cannot be read, in words. */
export const trouble = signal('');
/** What of the search makes no sense, in words. */
export const wrongSearch = signal('');
/** Whether what the page says of games that are kept would not be true. */
export const keepsNothing = computed(() => trouble.value !== '' || lost.value === 'forbidden');

export const narrow = (change: Partial<Query>): void => {
  most.value = gamesAtATime;
  query.value = { ...query.value, ...change };
};

export const wantEverything = (): void => narrow(everything);

/** Looks for the games that reached a position; returns whether the FEN is one. */
export function wantPosition(fen: string): boolean {
  if (!rules.value) return false;
  try {
    narrow({ position: rules.value.position(fen).fen });
    return true;
  } catch {
    return false;
  }
}

/** Follows the library while the view is shown; returns what ends that. */
export function follow(): () => void {
  void takeOver();
  const search = latest<Page>();
  const stopList = effect(() => {
    void library.changes.value;
    void library.ownNames.value;
    const asked = query.value;
    const count = most.value;
    search.ask(
      () => library.find(asked, count),
      (found) => {
        batch(() => {
          page.value = found;
          answered.value = asked;
          trouble.value = wrongSearch.value = '';
        });
      },
      (error) => {
        if ((error as { code?: unknown }).code === 'badQuery')
          wrongSearch.value = whyNot(new DatabaseError('badQuery', (error as Error).message));
        else report(error);
      },
      asked.motif !== 'any', // that takes seconds, which nobody waits for while they type
    );
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
    search.stop();
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

async function openGame({ id }: Row): Promise<boolean> {
  try {
    const [pgn] = await Promise.all([library.pgnOf(id), loadRules()]);
    openLast(); // so that it can be restored
    return openPgn(pgn, words.value.anotherOpened);
  } catch (error) {
    showError(messageFor(error));
    return false;
  }
}

export async function openInAnalysis(game: Row): Promise<void> {
  if (await openGame(game)) show('analyse');
}

export async function openInReview(game: Row): Promise<void> {
  if (!(await openGame(game))) return;
  show('analyse');
  await startReview(game.side);
}

/** Removes a game, and offers to restore it. */
export async function removeGame({ id, white, black }: Row): Promise<void> {
  try {
    const removed = await library.remove(id);
    const undo = async () => {
      undoable.value = null;
      await library.restore(removed);
    };
    undoable.value = {
      text: words.value.removed(white || '?', black || '?'),
      undo: () => void undo().catch((error) => showError(messageFor(error))),
      view: 'games',
    };
  } catch (error) {
    showError(messageFor(error));
  }
}
