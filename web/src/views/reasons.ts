// The sentences that explain a mistake: how it is punished, what it misses, or, if neither wins
// anything, which parts of the evaluation get worse.
import type { Ground, PlacedPiece } from 'kibitz';
import type { Judged, ExplainedLine } from '../game/review';
import type { Words } from '../words';

const pawn = 100; // centipawns
const mostMotifs = 2;
const mostGrounds = 2;
const leastOfAnother = 12; // centipawns from which a second reason is worth a sentence
const pliesOfAnswer = 3;

export const motifSentences = ({ why }: ExplainedLine, w: Words) =>
  why.motifs.slice(0, mostMotifs).map(({ kind, by, on }) => w.motif(kind, by, on));

interface Phrases {
  piece: (piece: PlacedPiece) => string;
  material: (pawns: number) => string;
}

/** What a line does: its motifs, or what it wins. */
function gains(line: ExplainedLine, w: Words, say: Phrases): string[] {
  const { motifs, wins, centipawns } = line.why;
  if (motifs.length > 0) return motifSentences(line, w);
  if (centipawns < pawn) return [];
  return [wins ? say.piece(wins) : say.material(Math.round(centipawns / pawn))];
}

/** What is worse after the move than after the better one, in order of importance. */
function losses({ punishment, better }: Judged, w: Words): string[] {
  const grounds = Object.keys(w.worse) as Exclude<Ground, 'material' | 'tempo'>[];
  return grounds
    .map((ground) => {
      // The punishment begins with the opponent's move, the better line with one's own.
      const [theirs, own] = punishment.why.standing[ground];
      const [ownBetter, theirsBetter] = better.why.standing[ground];
      const lost = ownBetter - own;
      const given = theirs - theirsBetter;
      return { cost: lost + given, sentence: w.worse[ground][lost >= given ? 'own' : 'theirs'] };
    })
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => b.cost - a.cost)
    .filter(({ cost }, i) => i === 0 || (i < mostGrounds && cost >= leastOfAnother))
    .map(({ sentence }) => sentence);
}

/** The sentences, the most important first; there is always at least one. */
export function reasons(judged: Judged, w: Words): string[] {
  const { punishment, better } = judged;
  const [best] = better.san;
  const bestWas = best ? [w.betterWas(best)] : [];
  const fall = w.chancesFall(
    judged.ply % 2 === 0 ? 'white' : 'black',
    Math.round(judged.had),
    Math.round(judged.left),
  );
  if (punishment.mate !== null)
    return [w.allowsMate(punishment.mate), ...motifSentences(punishment, w), ...bestWas, fall];
  if (better.mate !== null)
    return [w.missesMate(better.mate), ...bestWas, ...motifSentences(better, w), fall];
  if (punishment.ends)
    return [
      w.endsGame(w.reasons[punishment.ends] ?? punishment.ends),
      ...bestWas,
      ...gains(better, w, w.misses),
      fall,
    ];
  const punished = gains(punishment, w, w.loses);
  const missed = punished.length > 0 ? [] : gains(better, w, w.misses);
  const isExplained = punished.length + missed.length > 0;
  const answer = punishment.san.slice(0, isExplained ? 1 : pliesOfAnswer);
  return [
    ...(answer.length > 0 ? [w.answerIs(answer)] : []),
    ...punished,
    ...(isExplained ? [] : losses(judged, w)),
    ...bestWas,
    ...missed,
    fall,
  ];
}
