// An embedded game to replay, with the names, evaluations and comments of its PGN. The rules are
// fetched with the first step.
import type { TreeNode } from 'kibitz';
import { computed, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Board } from '../board/Board';
import { canPlay, rules } from '../game/core';
import { showError } from '../shell/notices';
import { boardOf, hasMoves, startBoard, tagsOf, titleOf } from '../game/glance';
import { chance, isEvaluated, scoreText } from '../game/score';
import { EvaluationBar } from '../views/EvaluationBar';
import { moveText } from '../views/move-text';
import { type Steps, useStepKeys } from '../views/step-keys';
import { Walk } from '../views/Walk';
import { faultWords, words } from '../words';
import { fetchRules, flip, flipped, Frame } from './Frame';

/** The nodes of the main line; empty until the rules have read the PGN. */
const line = signal<TreeNode[]>([]);
const start = signal('');
const shown = signal(0);

const movesTo = (ply: number) => line.value.slice(1, ply + 1).map(({ uci }) => uci!);
const position = computed(() =>
  rules.value && line.value.length > 0
    ? rules.value.position(start.value, movesTo(shown.value))
    : null,
);

async function read(pgn: string): Promise<boolean> {
  if (line.value.length > 0) return true;
  if (!(await fetchRules())) return false;
  try {
    const entry = rules.value!.readGames(pgn).games[0]!;
    const tree = rules.value!.game(entry).tree();
    const nodes = new Map(tree.nodes.map((node) => [node.id, node]));
    const read: TreeNode[] = [];
    for (let node = nodes.get(0); node; node = nodes.get(node.children[0] ?? -1)) read.push(node);
    if (
      !canPlay(
        rules.value!,
        tree.start,
        read.slice(1).map(({ uci }) => uci!),
      )
    )
      return false;
    start.value = tree.start;
    line.value = read;
    if (entry.error) showError(words.value.notAllRead(faultWords(entry)));
    return true;
  } catch (error) {
    showError(faultWords(error));
    return false;
  }
}

export function Replay({ pgn }: { pgn: string }) {
  const last = line.value.length - 1;
  async function walk(to: () => number): Promise<void> {
    if (await read(pgn)) shown.value = Math.max(0, Math.min(line.value.length - 1, to()));
  }
  const step = (by: number) => void walk(() => shown.value + by);
  const steps: Steps = {
    start: () => void walk(() => 0),
    back: () => step(-1),
    forward: () => step(1),
    end: () => void walk(() => line.value.length - 1),
  };
  useStepKeys(steps);

  // A PGN that is none must not wait for somebody to touch it.
  useEffect(() => {
    if (!hasMoves(pgn)) void read(pgn);
  }, [pgn]);

  const tags = tagsOf(pgn);
  const fen = tags.FEN;
  const here = position.value;
  return (
    <Frame
      position={here}
      title={titleOf(tags)}
      board={
        <div class={pgn.includes('[%eval') ? 'with-bar' : ''}>
          {pgn.includes('[%eval') && <Evaluation />}
          <Board
            board={here?.board ?? (fen ? boardOf(fen) : startBoard)}
            flipped={flipped.value}
            legal={[]}
            last={here?.moves.at(-1)}
            check={here?.check ?? null}
            onMove={() => {}}
          />
        </div>
      }
      controls={
        <Walk
          atStart={shown.value === 0}
          atEnd={shown.value === last}
          steps={steps}
          onFlip={flip}
        />
      }
      message={<Note />}
    />
  );
}

/** The evaluation of the move shown, or of the last one before it that has one. */
function Evaluation() {
  const w = words.value;
  const score = line.value.slice(0, shown.value + 1).findLast(isEvaluated);
  return (
    <EvaluationBar
      white={score ? chance(score) : 50}
      label={score ? w.evaluationIs(scoreText(score, 'white')) : w.noEvaluation}
      flipped={flipped.value}
    />
  );
}

/** The move shown, with its evaluation and comments. */
function Note() {
  const node = line.value[shown.value];
  if (!node) return <>{words.value.theStart}</>;
  return (
    <>
      <b>{node.san ? moveText(node, true) : words.value.theStart}</b>
      {isEvaluated(node) && <span class="worth"> {scoreText(node, 'white')}</span>}
      {node.before && <span> {node.before}</span>}
      {node.comment && <span> {node.comment}</span>}
    </>
  );
}
