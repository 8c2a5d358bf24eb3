// Hands the games that are played here, and reviews of games, to the library, which is fetched then.
import { effect, untracked } from '@preact/signals';
import { rules } from '../game/core';
import { mainLine, nodes, reviewing, tree } from '../game/analysis';
import { noteMotif } from '../game/mistakes';
import { ending, game, type Ending, type Played } from '../game/play';
import { isAgainstPerson, playedPgn } from '../game/played-game';
import { review, type Judged, type Review } from '../game/review';
import { isText, load, save } from '../settings/storage';
import { motifIn, questionAbout, type Question } from '../game/why';
import { showError } from '../shell/notices';
import { words } from '../words';
import type { KeptMistake } from './record';

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

// A review that has just been made; one that was stored has been handed over before.
effect(() => {
  const made = review.value;
  if (!made || !rules.value || untracked(() => reviewing.value) === null) return;
  untracked(() => void keepReview(made));
});

async function keepReview({ accuracy, moves }: Review): Promise<void> {
  const { start, moves: line } = mainLine();
  if (!tree.value || !rules.value) return;
  const last = rules.value.position(start, line).name;
  // Another game may be open before the explainer has answered.
  const marked = moves.flatMap((judged) =>
    judged.verdict
      ? [
          {
            ply: judged.ply,
            verdict: judged.verdict,
            question: questionOf(judged),
            fen: judged.better.fen,
            san: judged.san,
          },
        ]
      : [],
  );
  const mistakes: KeptMistake[] = [];
  for (const { ply, verdict, question, fen, san } of marked) {
    const motif = question && (await motifIn(question));
    mistakes.push({ color: ply % 2 === 0 ? 'white' : 'black', verdict, motif });
    if (question) noteMotif(fen, san, motif);
  }
  await change(({ addReview }) => addReview(line.length, last, { accuracy, mistakes }));
}

/** What to ask about a mistake; an inaccuracy is not worth a search of its own. */
function questionOf({ node, verdict, known }: Judged): Question | null {
  const place = nodes.value.get(node);
  return verdict === 'inaccuracy' || !place ? null : questionAbout(place, known);
}

/** The user is told where the browser has no more room; where it stores nothing, My games says so. */
async function change(
  act: (library: typeof import('./library')) => Promise<unknown>,
): Promise<void> {
  try {
    await act(await import('./library'));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'full') showError(words.value.noRoomForGames);
  }
}
