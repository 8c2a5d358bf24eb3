// The summary of a review: each side's accuracy, and a graph of the winning chances.
import { current, nodes, reviewing, tree } from '../game/analysis';
import { showError } from '../shell/notices';
import { mistakesOf, practise } from '../game/puzzle';
import { review, reviewedSide, startReview, type Judged, type Verdict } from '../game/review';
import { isStoryRead, story } from '../game/story';
import { words } from '../words';
import { focusNext } from '../design/focus';
import { inOwnLetters } from '../game/notation';

export function ReviewPanel() {
  const w = words.value;
  if (reviewing.value !== null)
    return (
      <div class="reviewing" data-landing tabIndex={-1}>
        <label>
          {w.reviewing} <progress value={reviewing.value} max={1} />
        </label>
        <button type="button" onClick={() => (reviewing.value = null)}>
          {w.stop}
        </button>
      </div>
    );
  const moves = review.value?.moves ?? [];
  const isWhole = moves.every(({ node }) => nodes.value.has(node)); // no move was deleted since
  if (!review.value || !isWhole)
    return (
      <button
        type="button"
        class="wide primary"
        disabled={!tree.value || tree.value.nodes.length < 2}
        onClick={() => {
          void startReview().catch(showError);
          void focusNext('.reviewing button');
        }}
      >
        {w.reviewGame}
      </button>
    );
  return (
    <section class="review" aria-label={w.review}>
      <div class="accuracy">
        <Side
          name={w.white}
          moves={moves.filter(({ ply }) => ply % 2 === 0)}
          accuracy={review.value.accuracy.white}
          averageLoss={review.value.averageLoss.white}
        />
        <Side
          name={w.black}
          moves={moves.filter(({ ply }) => ply % 2 === 1)}
          accuracy={review.value.accuracy.black}
          averageLoss={review.value.averageLoss.black}
        />
        <Graph moves={moves} />
      </div>
      <Story moves={moves} />
      <div class="buttons">
        {(reviewedSide.value ? [reviewedSide.value] : (['white', 'black'] as const)).map(
          (color) => {
            const count = mistakesOf(color).length;
            return (
              count > 0 && (
                <button
                  type="button"
                  key={color}
                  onClick={() => {
                    practise(color);
                    void focusNext('.puzzle');
                  }}
                >
                  {w.practise(color, count)}
                </button>
              )
            );
          },
        )}
      </div>
    </section>
  );
}

interface SideProps {
  name: string;
  moves: Judged[];
  accuracy: number | null;
  averageLoss: number;
}

function Side({ name, moves, accuracy, averageLoss }: SideProps) {
  const count = (wanted: Verdict) => moves.filter(({ verdict }) => verdict === wanted).length;
  return (
    <span>
      {name} <b>{accuracy === null ? '–' : `${accuracy.toFixed(0)}%`}</b>{' '}
      <small>{words.value.counted(count('inaccuracy'), count('mistake'), count('blunder'))}</small>
      <small class="average-loss">{words.value.averageLoss(Math.round(averageLoss))}</small>
    </span>
  );
}

/** How the game went, behind one line, so that moves and reasons keep their place; a sentence about a
    move leads to it. */
function Story({ moves }: { moves: Judged[] }) {
  const w = words.value;
  return (
    <details
      class="story"
      open={isStoryRead.value}
      onToggle={(event) => (isStoryRead.value = event.currentTarget.open)}
    >
      <summary>{w.howItWent}</summary>
      {story.value ? (
        <ol class="reasons">
          {story.value.map(({ part, ply, text }) => (
            <li key={part}>
              <Sentence text={text} judged={ply === null ? undefined : moves[ply]} />
            </li>
          ))}
        </ol>
      ) : (
        <p class="looking">{w.lookingForReasons}</p>
      )}
    </details>
  );
}

function Sentence({ text, judged }: { text: string; judged: Judged | undefined }) {
  if (!judged) return <>{text}</>;
  return (
    <button type="button" class="line" onClick={() => (current.value = judged.node)}>
      {text}
    </button>
  );
}

function Graph({ moves }: { moves: Judged[] }) {
  const w = words.value;
  const points = [50, ...moves.map(({ white }) => white)];
  const x = (i: number) => (i / Math.max(1, points.length - 1)) * 100;
  const curve = points
    .map((white, i) => `${x(i).toFixed(2)},${(40 - white * 0.4).toFixed(2)}`)
    .join(' ');
  const at = moves.findIndex(({ node }) => node === current.value);
  /** To the move at that place of the graph; by keyboard, the arrow keys do the same. */
  function goThere({ currentTarget, clientX }: PointerEvent) {
    const { left, width } = (currentTarget as SVGElement).getBoundingClientRect();
    const ply = Math.round(((clientX - left) / width) * moves.length);
    current.value = moves[ply - 1]?.node ?? 0;
  }
  return (
    <div class="graph">
      <svg
        viewBox="0 0 100 40"
        preserveAspectRatio="none"
        role="img"
        aria-label={w.whitesChances}
        onPointerUp={goThere}
      >
        <polygon points={`0,40 ${curve} 100,40`} />
        <line x1="0" y1="20" x2="100" y2="20" />
        {at >= 0 && <line class="here" x1={x(at + 1)} y1="0" x2={x(at + 1)} y2="40" />}
      </svg>
      {moves.map((judged, i) =>
        judged.verdict ? (
          <button
            type="button"
            key={judged.node}
            class={`dot ${judged.verdict}`}
            style={{ left: `${x(i + 1)}%`, top: `${100 - judged.white}%` }}
            aria-label={`${inOwnLetters(judged.san)}: ${w.verdicts[judged.verdict]}`}
            onClick={() => (current.value = judged.node)}
          />
        ) : null,
      )}
    </div>
  );
}
