// Explains a mistake of the reviewed game: in words, as a line on the board, and as a puzzle.
import { Fragment } from 'preact';
import * as analysis from '../game/analysis';
import { demo, endLine, showLine } from '../game/demo';
import { attempt, endPuzzle, nextPuzzle, progress, puzzle, startPuzzle } from '../game/puzzle';
import type { Judged, ExplainedLine } from '../game/review';
import { rules } from '../game/core';
import { words } from '../words';
import { focusNext } from './focus';
import { numberedMoves } from './move-text';
import { motifSentences, reasons } from './reasons';

const { current, nodes } = analysis;
const show = (line: ExplainedLine) => {
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
  return (
    <div class={`verdict ${judged.verdict}`} role="status" tabIndex={-1}>
      <p>
        <strong>{w.verdictOf(judged.san, judged.verdict!)}</strong> {reasons(judged, w).join(' ')}
      </p>
      <div class="row">
        <button type="button" class="primary" onClick={() => practise(judged)}>
          {w.tryAgain}
        </button>
        {judged.punishment.san.length > 0 && (
          <button type="button" onClick={() => show(judged.punishment)}>
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

/** The node from which a line starts. */
function nodeOf(line: ExplainedLine): number {
  const node = current.value;
  const begin = rules.value?.position(
    analysis.tree.value?.start ?? '',
    analysis.pathTo(node).map(({ uci }) => uci!),
  );
  return begin?.fen === line.fen ? node : (nodes.value.get(node)?.parent ?? 0);
}

/** The line being played out. */
export function Demo() {
  const w = words.value;
  if (!demo.value) return null;
  const { line, shown } = demo.value;
  return (
    <section class="demo" aria-label={w.lineShown} tabIndex={-1}>
      <p>
        {w.lineShown}:
        {numberedMoves(line).map((move, i) => (
          <Fragment key={i}>
            {' '}
            <span class={i === shown - 1 ? 'now' : i < shown ? '' : 'later'}>{move}</span>
          </Fragment>
        ))}
      </p>
      {motifSentences(line, w).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div class="row">
        <button type="button" class="primary" onClick={backToGame}>
          {w.backToGame}
        </button>
        <button
          type="button"
          onClick={() => {
            analysis.addLine(nodeOf(line), line.uci);
            backToGame();
          }}
        >
          {w.keepLine}
        </button>
      </div>
    </section>
  );
}

export function PuzzlePanel() {
  const w = words.value;
  const now = puzzle.value;
  if (!now) return null;
  const { judged, color, attempt: made } = now;
  const number = `${Math.floor(judged.ply / 2) + 1}${color === 'white' ? '. ' : '… '}`;
  const solved = made.kind === 'best' || made.kind === 'good';
  const count = progress.value;
  const answer = {
    none: () => '',
    looking: (san: string) => w.puzzleThinking(san),
    best: (san: string) => [w.puzzleSolved(san), ...motifSentences(judged.better, w)].join(' '),
    good: (san: string) => w.puzzleAlso(san),
    bad: (san: string) => w.puzzleWrong(san, made.kind === 'bad' ? made.percent : 0),
  }[made.kind](made.kind === 'none' ? '' : made.move.san);
  const best = rules.value
    ?.position(judged.better.fen)
    .legal.find(({ uci }) => uci === judged.better.uci[0]);
  return (
    <section class={`puzzle ${made.kind}`} aria-label={w.puzzle} tabIndex={-1}>
      <h2>{count ? w.mistakeOf(count.number, count.count) : w.puzzle}</h2>
      <p>{w.puzzleTask(color, number, judged.san)}</p>
      <p role="status" class="puzzle-answer">
        {answer} {count?.isDone && w.allSolved(count.count)}
      </p>
      <div class="row">
        {!solved && (
          <button type="button" onClick={() => best && void attempt(best)}>
            {w.solution}
          </button>
        )}
        {!count?.isLast && (
          <button type="button" class={solved ? 'primary' : ''} onClick={nextPuzzle}>
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
