// How the reviewed game went, in a few sentences of the C++ library's (src/core/explain/story.hpp). It is
// told when somebody wants to read it, since its reasons take the engine a few seconds.
import type { StorySentence } from 'kibitz';
import { effect, signal } from '@preact/signals';
import { tree } from './analysis';
import { theExplainer } from './core';
import { nodesInTheTimeOf } from './large-network';
import { ask } from './questions';
import { review } from './review';
import { showError } from '../shell/notices';
import { preferences } from '../settings/preferences';

/** Null while it is not told. */
export const story = signal<readonly StorySentence[] | null>(null);

// For the reasons of two or three moves.
const nodesForEach = 100_000;

/** Whether somebody reads it: of this game, and of the next ones that are reviewed, until it is closed. */
export const isStoryRead = signal(false);

effect(() => {
  const language = preferences.value.language;
  story.value = null;
  if (review.value && isStoryRead.value) void tell(language).catch(showError);
});

async function tell(language: string): Promise<void> {
  const reviewed = review.peek();
  const { start = '', tags = {} } = tree.peek() ?? {};
  const moves = reviewed?.moves ?? [];
  const last = moves.at(-1);
  if (!last) return;
  const isWanted = () =>
    isStoryRead.peek() && review.peek() === reviewed && preferences.peek().language === language;
  const answer = await ask({
    start,
    moves: moves.map(({ uci }) => uci),
    what: () => ({
      story: {
        best: [...moves.map(({ known }) => known.best), last.known.answer],
        result: tags.Result ?? '*',
      },
      nodes: nodesInTheTimeOf(nodesForEach),
      language,
    }),
    whom: theExplainer,
    wanted: isWanted,
  });
  if (answer?.story && isWanted()) story.value = answer.story;
}
