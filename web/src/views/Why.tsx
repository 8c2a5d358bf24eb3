// Explains a move of the game, or any other: in words, as a line on the board, and as a puzzle.
import type { Claim } from 'kibitz';
import { Fragment } from 'preact';
import { useEffect } from 'preact/hooks';
import * as analysis from '../game/analysis';
import { demo, endLine, showLine } from '../game/demo';
import {
  endPuzzle,
  nextPuzzle,
  progress,
  puzzle,
  type Puzzle,
  showSolution,
  startPuzzle,
} from '../game/puzzle';
import { review, type Judged, type ShownLine } from '../game/review';
import { rules } from '../game/core';
import { scoreText } from '../game/score';
import {
  askedNode,
  askWhy,
  preview,
  proofOf,
  questionAbout,
  reasonsFor,
  type Question,
  type Reasons as Found,
} from '../game/why';
import { words } from '../words';
import { focusNext } from '../design/focus';
import { numberedMoves } from './move-text';
import { inOwnLetters } from '../game/notation';

const { current, nodes } = analysis;
const show = (line: ShownLine) => {
  showLine(line);
  void focusNext('.demo');
};
const practise = (judged: Judged) => {
  startPuzzle(judged);
  void focusNext('.puzzle');
};
const backToGame = () => {
  endLine();
  void focusNext('.verdict');
};
const leavePuzzle = () => {
  endPuzzle();
  void focusNext('.tree');
};

export function Why({ judged }: { judged: Judged }) {
  const w = words.value;
  const node = nodes.value.get(judged.node);
  const question = node ? questionAbout(node, judged.known) : null;
  return (
    <div class={`verdict ${judged.verdict}`} tabIndex={-1} data-landing>
      <div class="said" role="status">
        <p>
          <strong>{w.verdictOf(inOwnLetters(judged.san), judged.verdict!)}</strong>
          {w.chancesFall(
            judged.ply % 2 === 0 ? 'white' : 'black',
            Math.round(judged.had),
            Math.round(judged.left),
          )}
        </p>
        {question && <Reasons question={question} />}
      </div>
      <div class="row">
        <button type="button" class="primary" onClick={() => practise(judged)}>
          {w.tryAgain}
        </button>
        {judged.answer.san.length > 0 && (
          <button type="button" onClick={() => show(judged.answer)}>
            {w.showIt}
          </button>
        )}
        {judged.better.san.length > 0 && (
          <button type="button" onClick={() => show(judged.better)}>
            {w.showBetter}
          </button>
        )}
      </div>
    </div>
  );
}

/** Asks why about the move shown, and gives the answer: what it leads to, and what was better. */
export function WhyThis() {
  const w = words.value;
  const node = nodes.value.get(current.value);
  const question = node && questionAbout(node);
  if (!question || !node) return null;
  // In a reviewed game, a move of the user's own asks by itself.
  const isTried = review.value !== null && !review.value.moves.some((one) => one.node === node.id);
  if (askedNode.value !== node.id && !isTried)
    return (
      <button
        type="button"
        class="ask-why"
        onClick={() => {
          askedNode.value = node.id;
          void focusNext('.verdict');
        }}
      >
        {w.why(inOwnLetters(node.san ?? ''))}
      </button>
    );
  const found = reasonsFor(question);
  const side = (node.ply ?? 0) % 2 === 0 ? 'white' : 'black';
  return (
    <div class="verdict asked" tabIndex={-1} data-landing>
      <div class="said" role="status">
        {found && (
          <p>
            <strong>{w.moveIsWorth(inOwnLetters(found.san), scoreText(found.score, side))}</strong>
            {found.isBest
              ? w.isBestMove
              : w.bestMoveIs(inOwnLetters(found.best.san[0] ?? ''), scoreText(found.best, side))}
          </p>
        )}
        <Reasons question={question} />
      </div>
      {found && !found.isBest && (
        <div class="row">
          <button type="button" onClick={() => show(bestLine(question, found))}>
            {w.showBetter}
          </button>
        </div>
      )}
    </div>
  );
}

const bestLine = ({ start, moves }: Question, { best }: Found): ShownLine => ({
  fen: rules.value?.position(start, moves).fen ?? start,
  uci: [...best.pv],
  san: best.san,
});

/**
 * The sentences of an explanation, which have the piece letters of their language already; each that
 * has a proof shows it on the board.
 */
function Reasons({ question }: { question: Question }) {
  const w = words.value;
  const found = reasonsFor(question);
  useEffect(() => {
    if (!found) void askWhy(question);
  });
  if (!found) return <p class="looking">{w.lookingForReasons}</p>;
  const { sentences, claims } = found.explanation;
  if (sentences.length === 0) return found.isBest ? null : <p>{w.noReason}</p>;
  return (
    <ul class="reasons">
      {sentences.map((text, i) => {
        const claim = claims[i]?.text === text ? claims[i] : undefined;
        return <li key={text}>{claim?.uci.length ? <Proof claim={claim} /> : text}</li>;
      })}
    </ul>
  );
}

function Proof({ claim }: { claim: Claim }) {
  const point = () => (preview.value = claim);
  const leave = () => (preview.value = null);
  return (
    <button
      type="button"
      class="line"
      title={words.value.showIt}
      onPointerEnter={point}
      onFocus={point}
      onPointerLeave={leave}
      onBlur={leave}
      onClick={() => show(proofOf(claim))}
    >
      {claim.text}
    </button>
  );
}

/** The node from which a line starts; none for a threat, which begins with a pass. */
function nodeOf(line: ShownLine): number | undefined {
  const at = nodes.value.get(current.value);
  return [at?.id, at?.parent].find(
    (id) => id !== undefined && analysis.positionAt(id)?.fen === line.fen,
  );
}

/** The line being played out. */
export function Demo() {
  const w = words.value;
  if (!demo.value) return null;
  const { line, shown } = demo.value;
  const node = nodeOf(line);
  return (
    <section class="demo" aria-label={w.lineShown} tabIndex={-1} data-landing>
      <p>
        {w.lineShown}:
        {numberedMoves(line).map((move, i) => (
          <Fragment key={i}>
            {' '}
            <span class={i === shown - 1 ? 'now' : i < shown ? '' : 'later'}>{move}</span>
          </Fragment>
        ))}
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={backToGame}>
          {w.backToGame}
        </button>
        {node !== undefined && (
          <button
            type="button"
            onClick={() => {
              analysis.addLine(node, line.uci);
              backToGame();
            }}
          >
            {w.keepLine}
          </button>
        )}
      </div>
    </section>
  );
}

/** "White played 12. Nf3. Find something better." */
function taskOf({ judged, color }: Puzzle): string {
  const number = `${Math.floor(judged.ply / 2) + 1}${color === 'white' ? '. ' : '… '}`;
  return words.value.puzzleTask(color, number, inOwnLetters(judged.san));
}

/** What is announced when a mistake is set: "Mistake 1 of 3. White played …"; nothing without one. */
export function taskAloud(): string {
  const count = progress.value;
  if (!puzzle.value) return '';
  const number = count ? `${words.value.mistakeOf(count.number, count.count)}. ` : '';
  return number + taskOf(puzzle.value);
}

export function PuzzlePanel() {
  const w = words.value;
  const now = puzzle.value;
  if (!now) return null;
  const { judged, attempt: made } = now;
  const isOver = made.kind === 'best' || made.kind === 'good' || made.kind === 'shown';
  const count = progress.value;
  const answer = {
    none: () => '',
    looking: (san: string) => w.puzzleThinking(san),
    best: (san: string) => w.puzzleSolved(san),
    good: (san: string) => w.puzzleAlso(san),
    shown: (san: string) => w.solutionWas(san),
    bad: (san: string) => w.puzzleWrong(san, made.kind === 'bad' ? made.percent : 0),
  }[made.kind](made.kind === 'none' ? '' : inOwnLetters(made.move.san));
  return (
    <section class={`puzzle ${made.kind}`} aria-label={w.puzzle} tabIndex={-1} data-landing>
      <h2>{count ? w.mistakeOf(count.number, count.count) : w.puzzle}</h2>
      <p>{taskOf(now)}</p>
      <p role="status" class="puzzle-answer">
        {answer} {count?.isDone && w.allSolved(count.count)}
      </p>
      {isOver && (
        <Reasons question={{ start: judged.better.fen, moves: [], move: made.move.uci }} />
      )}
      <div class="row">
        {!isOver && (
          <button
            type="button"
            onClick={() => {
              showSolution();
              void focusNext('.puzzle');
            }}
          >
            {w.solution}
          </button>
        )}
        {!count?.isLast && (
          <button type="button" class={isOver ? 'primary' : ''} onClick={nextPuzzle}>
            {w.next}
          </button>
        )}
        <button type="button" onClick={leavePuzzle}>
          {w.done}
        </button>
      </div>
    </section>
  );
}
