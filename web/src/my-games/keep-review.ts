// Hands reviews to the library, with the motifs that punished the mistakes. It comes with the analysis, since the
// page needs neither before.
import { effect, untracked } from '@preact/signals';
import { mainLine, nodes, reviewing, tree } from '../game/analysis';
import { rules } from '../game/core';
import { noteMotif } from '../game/mistakes';
import { review, type Judged, type Review } from '../game/review';
import { motifIn, questionAbout, type Question } from '../game/why';
import { change } from './keep';
import type { KeptMistake } from './record';

// A review that has just been made; one that was stored has been handed over before.
effect(() => {
  const made = review.value;
  if (!made || !rules.value || untracked(() => reviewing.value) === null) return;
  untracked(() => void keepReview(made));
});

async function keepReview({ accuracy, moves }: Review): Promise<void> {
  const { start, moves: line } = mainLine();
  if (!tree.value || !rules.value) return;
  const { name, fen: lastFen } = rules.value.position(start, line);
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
  await change(({ addReview }) =>
    addReview(line.length, { name, fen: lastFen }, { accuracy, mistakes }),
  );
}

/** What to ask about a mistake; an inaccuracy is not worth a search of its own. */
function questionOf({ node, verdict, known }: Judged): Question | null {
  const place = nodes.value.get(node);
  return verdict === 'inaccuracy' || !place ? null : questionAbout(place, known);
}
