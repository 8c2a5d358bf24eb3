// A proof link, played: the position after somebody's mistake, and the moves that punish it. It is a page of its
// own (embed.html), without engine and without the rest of the page.
import type { Move } from 'kibitz';
import { signal } from '@preact/signals';
import { Board } from '../board/Board';
import { flip, flipped, Frame } from '../embed/Frame';
import { loadRules, rules } from '../game/core';
import {
  attempt,
  beginExercise,
  canTry,
  isFlawed,
  position,
  showSolution,
  status,
} from '../game/exercise';
import { startBoard } from '../game/glance';
import { inOwnLetters } from '../game/notation';
import { type Proof as Given, proofIn } from '../game/proof';
import { PromotionChoice } from '../views/Promotion';
import { words as page } from '../words';
import { words } from './words';

/** Null until the rules have loaded; false if the link is damaged. */
const given = signal<Given | false | null>(null);
const promoting = signal<Move[] | null>(null);

export async function openProof(hash: string): Promise<void> {
  await loadRules();
  if (!rules.value) return; // the user is told
  given.value = proofIn(hash, rules.value) ?? false;
  if (given.value) begin(given.value);
}

function begin({ fen, line }: Given): void {
  const [mistake, ...moves] = line;
  const { fen: start, turn } = rules.value!.position(fen, [mistake!]);
  flipped.value = turn === 'black';
  beginExercise({ start, moves: moves.map((move) => [move]) });
}

const moveIn = ({ fen, line }: Given, place: number): string =>
  inOwnLetters(rules.value!.position(fen, line.slice(0, place + 1)).moves[place]!.san);

const taskOf = (proof: Given): string =>
  words.value.proofTask(rules.value!.position(proof.fen).turn, moveIn(proof, 0));

function Message({ of }: { of: Given }) {
  const w = words.value;
  const now = status.value;
  const isOver = now.kind === 'solved' || now.kind === 'shown';
  if (now.kind === 'wrong') return <>{w.proofWrong(inOwnLetters(now.move.san))}</>;
  if (now.kind === 'reply') return <>{w.goOn}</>;
  if (!isOver) return <>{taskOf(of)}</>;
  const better = of.better && rules.value!.lineSan(of.fen, [of.better])[0];
  const answer = moveIn(of, 1);
  return (
    <>
      <b>{isFlawed.value ? w.proofShown(answer) : w.proofSolved(answer)}</b>{' '}
      {of.why || (better && w.proofBetter(inOwnLetters(better)))}
    </>
  );
}

/** The square that the mistake went to, and the one it left, until something else has moved. */
function lastOf(proof: Given): Move | undefined {
  return (
    position.value?.moves.at(-1) ?? rules.value?.position(proof.fen, [proof.line[0]!]).moves.at(-1)
  );
}

export function Proof() {
  const w = words.value;
  const proof = given.value;
  const here = position.value;
  const choose = (moves: Move[]) =>
    moves.length === 1 ? attempt(moves[0]!) : (promoting.value = moves);
  return (
    <Frame
      position={here}
      board={
        <Board
          board={here?.board ?? startBoard}
          flipped={flipped.value}
          legal={canTry.value ? (here?.legal ?? []) : []}
          last={proof ? lastOf(proof) : undefined}
          check={here?.check ?? null}
          onMove={choose}
        >
          <PromotionChoice
            choice={promoting}
            flipped={flipped.value}
            position={here?.fen}
            play={attempt}
          />
        </Board>
      }
      controls={
        <div class="buttons">
          <button type="button" disabled={!canTry.value || !proof} onClick={showSolution}>
            {w.solution}
          </button>
          <button type="button" disabled={!proof} onClick={() => proof && begin(proof)}>
            {w.again}
          </button>
          <button type="button" onClick={flip}>
            {page.value.flip}
          </button>
        </div>
      }
      message={
        proof === null ? page.value.rulesLoading : proof ? <Message of={proof} /> : w.proofDamaged
      }
    />
  );
}
