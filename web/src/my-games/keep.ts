// Hands the games that are played here to the library, which is fetched then; keep-review.ts does the same with
// reviews.
import { effect, untracked } from '@preact/signals';
import { rules } from '../game/core';
import { ending, game, type Ending, type Played } from '../game/play';
import { isAgainstPerson, playedPgn } from '../game/played-game';
import { isText, load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { words } from '../words';

/** Shorter games were only a try. */
const leastPlies = 2;

interface State {
  game: Played;
  ending: Ending | null;
}
let before: State | null = null;

// A game is kept when it ends, and when another one begins before it has ended.
effect(() => {
  const now = { game: game.value, ending: ending.value };
  if (!rules.value) return;
  const left = before;
  before = now;
  untracked(() => {
    if (left && left.game.seed !== now.game.seed && !left.ending) void keepGame(left);
    if (now.ending) void keepGame(now);
  });
});

async function keepGame({ game, ending }: State): Promise<void> {
  if (!rules.value || game.moves.length < leastPlies) return;
  const mark = `${game.seed} ${game.moves.length} ${ending?.result ?? '*'}`;
  if (load('games.kept', isText) === mark) return;
  const side = isAgainstPerson(game) ? null : game.color;
  const pgn = playedPgn(rules.value, game, ending);
  await change(async ({ addPlayed }) => {
    await addPlayed(pgn, `played ${game.seed}`, side);
    save('games.kept', mark);
  });
}

/** The user is told where the browser has no more room; where it stores nothing, My games says so. */
export async function change(
  act: (library: typeof import('./library')) => Promise<unknown>,
): Promise<void> {
  try {
    await act(await import('./library'));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'full') showError(words.value.noRoomForGames);
  }
}
