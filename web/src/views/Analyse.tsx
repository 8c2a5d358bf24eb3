// The analysis view: lines, evaluation, variations and review.
import type { Claim, Move, Position, TreeNode } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { Arrow } from '../board/arrow';
import { Board } from '../board/Board';
import * as analysis from '../game/analysis';
import { previewArrows } from '../explorer/preview';
import { rules, rulesLoaded } from '../game/core';
import { demo, demoPosition, walkLine } from '../game/demo';
import { prefer, preferences } from '../settings/preferences';
import { movesBetween } from '../board/moves';
import { attempt, canTry, puzzle, puzzlePosition } from '../game/puzzle';
import { review, type Judged } from '../game/review';
import { chance, isEvaluated, scoreText, type Score } from '../game/score';
import { useSpoken } from '../game/speech';
import { threat, toggleThreat } from '../game/threat';
import { tryTyped } from '../game/typed';
import { preview } from '../game/why';
import '../my-games/keep-review';
import { endWords, openingWords, resultText, words } from '../words';
import { EvaluationBar } from './EvaluationBar';
import { Games, Players } from './Games';
import { EngineSettings } from './EngineSettings';
import { ExplorerSection } from './ExplorerSection';
import { InOut } from './InOut';
import { Lines } from './Lines';
import { useObjection } from './Objection';
import { Panel } from './Panel';
import { PromotionChoice } from './Promotion';
import { ReviewPanel } from './ReviewPanel';
import { RulesLoading } from './RulesLoading';
import { Tree } from './Tree';
import { type Steps, useStepKeys } from './step-keys';
import { TablebaseSection } from './TablebaseSection';
import { ThreatSection } from './ThreatSection';
import { TypedMove } from './TypedMove';
import { Walk } from './Walk';
import { glyphGroups, glyphText } from './move-text';
import { useCommandKeys } from './command-keys';
import { Demo, PuzzlePanel, taskAloud, Why, WhyThis } from './Why';

const { here, current, infos, lineCount, analysing } = analysis;

export function Analyse() {
  const ready = rules.value !== null;
  useEffect(() => {
    if (ready) analysis.openLast();
    return () => (analysing.value = false);
  }, [ready]);
  useStepKeys(steps);
  useCommandKeys({
    e: () => (analysing.value = !analysing.value),
    x: () => {
      if (!demo.value && !puzzle.value) toggleThreat();
    },
  });
  useBoardInSight();
  const judged = review.value?.moves.find(({ node }) => node === current.value);
  return (
    <div class="layout analyse">
      <Table judged={judged} />
      <Panel label={words.value.analysis} about={analysis.opened.value}>
        {puzzle.value ? (
          <>
            <PuzzlePanel />
            <Typed />
          </>
        ) : (
          <Study judged={judged} />
        )}
      </Panel>
    </div>
  );
}

const Typed = () => <TypedMove play={playTyped} position={puzzlePosition.value ?? here.value} />;

/** Where the page scrolls, as on a phone, the board and the verdict are shown when a game is opened or reviewed. */
function useBoardInSight(): void {
  const isReviewing = analysis.reviewing.value !== null;
  const game = analysis.opened.value;
  const before = useRef({ isReviewing, game });
  useEffect(() => {
    const was = before.current;
    before.current = { isReviewing, game };
    if (was.isReviewing !== isReviewing || was.game !== game) scrollTo({ top: 0 });
  }, [isReviewing, game]);
}

/** Steps in the line that is being played out, or otherwise in the game. */
const steps: Steps = {
  start: () => (demo.value ? walkLine(-demo.value.shown) : analysis.toEnd('start')),
  back: () => (demo.value ? walkLine(-1) : analysis.step(-1)),
  forward: () => (demo.value ? walkLine(1) : analysis.step(1)),
  end: () => (demo.value ? walkLine(demo.value.line.san.length) : analysis.toEnd('end')),
};

/** The evaluation that the PGN gives for the move shown. */
function givenScore(): Score | null {
  const node = analysis.nodes.value.get(current.value);
  return node && isEvaluated(node) ? node : null;
}

/** Plays a move on the board, or tries it as the solution of a puzzle. */
function play(move: Move): void {
  if (puzzle.value) void attempt(move);
  else analysis.playHere(move.uci);
}

/** Plays a typed move; returns why it cannot be played, or nothing. */
async function playTyped(text: string): Promise<string> {
  await rulesLoaded();
  const position = puzzlePosition.value ?? here.value;
  if (!position) return words.value.rulesLoading;
  const found = tryTyped(position, text);
  if ('wrong' in found) return found.wrong;
  play(found.move);
  return '';
}

/** The board with the evaluation bar and the arrows. */
function Table({ judged }: { judged: Judged | undefined }) {
  const choice = useSignal<Move[] | null>(null);
  const position = puzzlePosition.value ?? demoPosition.value ?? here.value;
  useSpoken(position, position?.outcome ? endWords(position.outcome) : '', taskAloud());
  const flipped = puzzle.value ? puzzle.value.color === 'black' : preferences.value.flipped;
  const turn = position?.turn ?? 'white';
  const best = infos.value[0];
  const line = demo.value;
  const isDrawable = !line && !puzzle.value;
  const given = line || puzzle.value ? null : givenScore();
  const white = best
    ? turn === 'white'
      ? chance(best)
      : 100 - chance(best)
    : puzzle.value
      ? 50
      : (judged?.white ?? (given ? chance(given) : 50));
  const reviewed = line || puzzle.value ? undefined : judged?.known.answer;
  const score = best
    ? scoreText(best, turn)
    : reviewed
      ? scoreText(reviewed, turn)
      : given
        ? scoreText(given, 'white')
        : null;

  function choose(moves: Move[]) {
    if (moves.length === 1) play(moves[0]!);
    else choice.value = moves;
  }

  const { refuse, shown: objection } = useObjection(position);

  // A move that was made before the rules had loaded.
  const waiting = useSignal<{ from: string; to: string } | null>(null);
  useEffect(() => {
    if (!position || !waiting.value) return;
    const { from, to } = waiting.value;
    waiting.value = null;
    const moves = movesBetween(position.legal, from, to);
    if (moves.length > 0) choose(moves);
  }, [position]);

  return (
    <section class="table" aria-label={words.value.position}>
      <div class="side worth">
        <span class={`worth-now ${white < 50 ? 'black' : ''}`} aria-hidden="true">
          {score ?? '–'}
        </span>
        <Thinking />
      </div>
      <EvaluationBar
        white={white}
        label={score ? words.value.evaluationIs(score) : words.value.noEvaluation}
        flipped={flipped}
      />
      <Board
        board={position?.board ?? analysis.beforeRules.board}
        flipped={flipped}
        legal={line || (puzzle.value && !canTry.value) ? [] : (position?.legal ?? [])}
        last={position?.moves.at(-1)}
        check={position?.check ?? null}
        arrows={[
          ...arrows(position, judged),
          ...(isDrawable ? [...analysis.marks.value, ...previewArrows()] : []),
        ]}
        premoves={position ? null : analysis.beforeRules.turn}
        planned={waiting.value ? [waiting.value] : []}
        isEarly
        onMove={choose}
        onPremove={(from, to) => (waiting.value = { from, to })}
        onPremoveCancelled={() => (waiting.value = null)}
        onRefused={refuse}
        {...(isDrawable && { onDraw: analysis.draw })}
      >
        <RulesLoading />
        {objection}
        <PromotionChoice choice={choice} flipped={flipped} position={position?.fen} play={play} />
      </Board>
      <div class="side walking">
        <Walk
          atStart={line ? line.shown === 0 : current.value === 0}
          atEnd={
            line
              ? line.shown === line.line.san.length
              : !analysis.nodes.value.get(current.value)?.children.length
          }
          steps={steps}
          onFlip={() => prefer({ flipped: !preferences.value.flipped })}
        />
      </div>
    </section>
  );
}

/** From the piece that does something to those that it is done to. */
const motifArrows = ({ by, on }: NonNullable<Claim['motif']>): Arrow[] =>
  on
    .map(({ square }): Arrow => ({ from: by.square, to: square, kind: 'bad' }))
    .filter(({ from, to }) => from !== to);
const moveArrow = (uci: string, kind: Arrow['kind']): Arrow => ({
  from: uci.slice(0, 2),
  to: uci.slice(2, 4),
  kind,
});

/** The proof of a claim, the threat, the engine's best moves, the answer to a mistake, or what the line played out does. */
function arrows(position: Position | null, judged: Judged | undefined): Arrow[] {
  if (demo.value) {
    const { line, shown } = demo.value;
    return line.motif && shown === line.motif.move + 1 ? motifArrows(line.motif) : [];
  }
  if (puzzle.value || !position) return [];
  if (preview.value) {
    const { uci, motif } = preview.value;
    return [moveArrow(uci[0]!, 'best'), ...(motif?.move === 0 ? motifArrows(motif) : [])];
  }
  const threatened = threat.value?.line?.pv[0];
  if (threatened) return [moveArrow(threatened, 'bad')];
  const answer = judged?.verdict && !analysing.value ? judged.answer.uci[0] : undefined;
  if (answer) return [moveArrow(answer, 'bad')];
  return infos.value
    .filter(({ pv }) => pv[0])
    .map(({ pv, line }) => moveArrow(pv[0]!, line === 1 ? 'best' : 'other'));
}

function Study({ judged }: { judged: Judged | undefined }) {
  const position = here.value;
  return (
    <>
      <Games />
      <Players />
      <ReviewPanel />
      {demo.value ? <Demo /> : judged?.verdict ? <Why judged={judged} /> : <WhyThis />}
      <Lines />
      {/* What is above stays in sight beside the board; this alone scrolls. */}
      <div class="scroller">
        <div class="opening">
          {position?.outcome
            ? `${resultText(position.outcome.result)} ${endWords(position.outcome)}`
            : (openingWords(position?.opening) ?? '\u00a0')}
        </div>
        <Tree />
        {!demo.value && <Typed />}
        {!demo.value && <ThreatSection />}
        {!demo.value && <TablebaseSection />}
        {!demo.value && <ExplorerSection />}
        <Edit />
        <EngineSettings />
        <InOut />
      </div>
    </>
  );
}

/** Switches the engine on, and says how deep it has looked. */
function Thinking() {
  const best = infos.value[0];
  const given = givenScore();
  return (
    <>
      <label class="icon-toggle">
        <input
          type="checkbox"
          class="switch"
          checked={analysing.value}
          onChange={(event) => (analysing.value = event.currentTarget.checked)}
        />
        <span>{words.value.engine}</span>
      </label>
      <label class="line-count">
        <span class="hidden">{words.value.lines}</span>
        <select
          value={lineCount.value}
          title={words.value.lines}
          onChange={(event) => (lineCount.value = Number(event.currentTarget.value))}
        >
          {[1, 2, 3, 4, 5].map((count) => (
            <option value={count} key={count}>
              {words.value.lineCount(count)}
            </option>
          ))}
        </select>
      </label>
      {!best && given && (
        <span class="depth">{words.value.inThePgn(scoreText(given, 'white'))}</span>
      )}
      {best && (
        <span class="depth">
          {words.value.depthAndSpeed(
            best.depth,
            Math.round(best.nodes / Math.max(1, best.milliseconds)),
          )}
        </span>
      )}
    </>
  );
}

function Edit() {
  const id = current.value;
  const node = analysis.nodes.value.get(id);
  const text = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // Closing the page fires no change event; leaving the field does.
    const keep = () => text.current?.blur();
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  }, []);
  if (!node) return null;
  const isMove = id !== 0;
  return (
    <details>
      <summary>{isMove ? words.value.editMove : words.value.editStart}</summary>
      {isMove && (
        <div class="row glyphs">
          <Glyph node={node} group="move" />
          <Glyph node={node} group="position" />
          <Glyph node={node} group="remark" />
        </div>
      )}
      <label>
        {words.value.comment}
        <textarea
          ref={text}
          rows={2}
          value={node.comment ?? ''}
          onChange={(event) => analysis.edit((game) => game.comment(id, event.currentTarget.value))}
        />
      </label>
      {isMove && (
        <div class="buttons">
          <button type="button" onClick={() => analysis.edit((game) => game.promote(id))}>
            {words.value.moveUp}
          </button>
          <button type="button" onClick={() => analysis.demote(id)}>
            {words.value.moveDown}
          </button>
          <button type="button" onClick={() => analysis.edit((game) => game.makeMainLine(id))}>
            {words.value.mainLine}
          </button>
          <button type="button" onClick={analysis.removeHere}>
            {words.value.delete}
          </button>
        </div>
      )}
    </details>
  );
}

/** Sets one glyph of a group; the others of the move stay. */
function Glyph({ node, group }: { node: TreeNode; group: keyof typeof glyphGroups }) {
  const w = words.value;
  const all = glyphGroups[group];
  const { id, nags = [] } = node;
  const set = (chosen: number) =>
    analysis.edit((game) =>
      game.nags(
        id,
        [...(chosen ? [chosen] : []), ...nags.filter((nag) => !all.includes(nag))].sort(
          (a, b) => a - b,
        ),
      ),
    );
  return (
    <label>
      {w.glyphOf[group]}
      <select
        value={nags.find((nag) => all.includes(nag)) ?? 0}
        onChange={(event) => set(Number(event.currentTarget.value))}
      >
        <option value={0}>{w.noGlyph}</option>
        {all.map((nag) => (
          <option value={nag} key={nag}>
            {glyphText(nag)} {w.glyphNames[nag]}
          </option>
        ))}
      </select>
    </label>
  );
}
