// How the reviewed game went, in a few sentences of the C++ library's (src/core/explain/story.hpp).
import type { StorySentence } from 'kibitz';
import { effect, signal } from '@preact/signals';
import { tree } from './analysis';
import { theExplainer } from './core';
import { ask } from './questions';
import { review, type Review } from './review';
import { preferences } from '../settings/preferences';

/** Empty while it is not known, and for an engine that tells none. */
export const story = signal<readonly StorySentence[]>([]);

// For the reasons of two or three moves.
const nodesForEach = 100_000;

effect(() => {
  const reviewed = review.value;
  const language = preferences.value.language;
  story.value = [];
  // The review is there without its story, should the engine have gone.
  if (reviewed) void tell(reviewed, language).catch(() => {});
});

async function tell(reviewed: Review, language: string): Promise<void> {
  const { start = '', tags = {} } = tree.peek() ?? {};
  const { moves } = reviewed;
  const last = moves.at(-1);
  if (!last) return;
  const isWanted = () => review.peek() === reviewed && preferences.peek().language === language;
  const answer = await ask({
    start,
    moves: moves.map(({ uci }) => uci),
    what: () => ({
      story: {
        best: [...moves.map(({ known }) => known.best), last.known.answer],
        result: tags.Result ?? '*',
      },
      nodes: nodesForEach,
      language,
    }),
    whom: theExplainer,
    wanted: isWanted,
  });
  if (answer?.story && isWanted()) story.value = answer.story;
}
