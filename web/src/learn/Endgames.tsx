// The view of the endgame drills: their list, or the board with the drill that is open. It is fetched when it is
// first opened.
import type { Move } from 'kibitz';
import type { EndgameDrill } from 'kibitz/endgames';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Board } from '../board/Board';
import { Action } from '../design/Action';
import { openMoves } from '../game/analysis';
import { rules, rulesLoaded } from '../game/core';
import { startBoard } from '../game/glance';
import { inOwnLetters } from '../game/notation';
import { announce, lastMoveWords } from '../game/speech';
import { tryTyped } from '../game/typed';
import { lost } from '../settings/storage';
import { show } from '../shell/navigation';
import { useObjection } from '../views/Objection';
import { Panel } from '../views/Panel';
import { PromotionChoice } from '../views/Promotion';
import { RulesLoading } from '../views/RulesLoading';
import { TypedMove } from '../views/TypedMove';
import { words as page } from '../words';
import * as now from './endgames';
import { PartChoice } from './PartChoice';
import { useSounds } from './sounds';
import { words } from './words';

export function Endgames() {
  const w = words.value;
  const open = now.drill.value;
  const choice = useSignal<Move[] | null>(null);
  const turned = useSignal(false);
  const here = now.position.value;
  const isTurned = (now.learner.value === 'black') !== turned.value;
  const { refuse, shown: objection } = useObjection(here);
  const canTry = now.canTry.value;
  useEffect(() => {
    void now.openEndgames();
    return now.leaveEndgames;
  }, []);
  useSounds(here?.moves.at(-1), here?.moves.length ?? 0);

  const play = (move: Move) => void now.attempt(move);
  async function typed(text: string): Promise<string> {
    await rulesLoaded();
    const position = now.position.value;
    if (!position) return page.value.rulesLoading;
    if (!now.canTry.value) return verdictText();
    const found = tryTyped(position, text);
    if ('wrong' in found) return found.wrong;
    play(found.move);
    return '';
  }
  function analyse() {
    if (!here) return;
    openMoves(
      here.start,
      here.moves.map(({ uci }) => uci),
      { Event: 'Kibitz' },
    );
    show('analyse');
  }

  return (
    <div class="layout learn">
      <section class="table" aria-label={page.value.position}>
        <Board
          board={here?.board ?? startBoard}
          flipped={isTurned}
          legal={canTry ? (here?.legal ?? []) : []}
          last={here?.moves.at(-1)}
          check={here?.check ?? null}
          arrows={arrows()}
          onMove={(moves) => (moves.length === 1 ? play(moves[0]!) : (choice.value = moves))}
          onRefused={refuse}
        >
          <RulesLoading />
          {objection}
          <PromotionChoice choice={choice} flipped={isTurned} position={here?.fen} play={play} />
        </Board>
      </section>
      <Panel label={w.endgames} about={open}>
        <PartChoice part="endgames" />
        {open ? <Task drill={open} /> : <List />}
        {here && (
          <>
            <TypedMove play={typed} position={here} />
            <div class="actions" role="group" aria-label={page.value.gameControls}>
              <Action icon="hint" text={w.showBest} onClick={now.showBest} off={!canTry} />
              <Action
                icon="back"
                text={w.takeBack}
                onClick={now.takeBack}
                off={!now.canTakeBack.value}
              />
              <Action
                icon="flip"
                text={page.value.flip}
                onClick={() => (turned.value = !turned.value)}
              />
              <Action icon="analyse" text={w.analyse} onClick={analyse} off={canTry} />
            </div>
          </>
        )}
      </Panel>
    </div>
  );
}

/** The best move that was asked for, or the answer that a move overlooked. */
function arrows() {
  const state = now.status.value;
  if (state.kind === 'thrown' && state.refutation[0])
    return [{ ...squaresOf(state.refutation[0]), kind: 'bad' as const }];
  const best = now.shown.value;
  return best ? [{ from: best.from, to: best.to, kind: 'best' as const }] : [];
}
const squaresOf = (uci: string) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4) });

function List() {
  const w = words.value;
  return (
    <>
      <p class="about">
        {lost.value === 'forbidden' ? page.value.notKept.forbidden : w.endgamesAbout}
      </p>
      {now.drills.value.length === 0 && <p class="about">{w.endgamesLoading}</p>}
      <ol class="lessons">
        {now.drills.value.map((drill) => (
          <li key={drill.id}>
            <button type="button" class="plain" onClick={() => void now.begin(drill)}>
              <span>{titleOf(drill)}</span>
              <small>{markOf(drill)}</small>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

const titleOf = ({ id }: EndgameDrill): string => words.value.drills[id] ?? id;

function markOf({ id }: EndgameDrill): string {
  const w = words.value;
  const record = now.records.value[id];
  if (record === undefined) return '';
  return record === now.withHelp ? w.doneWithHelp : `✓ ${w.doneIn(record)}`;
}

/** What is asked of the learner. */
function taskText({ goal }: EndgameDrill): string {
  const w = words.value;
  const side = now.learner.value;
  return goal === 'hold' ? w.taskHold(side) : w.taskEndgame[goal](side, now.neededAtStart.value);
}

/** What is to say of the last move, or of the whole. */
function verdictText(): string {
  const w = words.value;
  const state = now.status.value;
  const judged = now.judged.value;
  const best = now.shown.value;
  if (state.kind === 'computing')
    return state.progress
      ? w.computingTable(state.progress.built + 1, state.progress.all)
      : w.endgamesLoading;
  if (state.kind === 'thrown') return thrownText(state);
  if (state.kind === 'done') {
    const text = state.needed === 0 ? w.heldAll : w.wonIn(state.moves, state.surplus);
    return now.isHelped.value ? `${text} ${w.notCounted}` : text;
  }
  if (best) return w.bestIs(inOwnLetters(best.san));
  if (judged?.kind === 'won')
    return w.stillWon(inOwnLetters(judged.move.san), judged.mateIn, judged.slower);
  if (judged?.kind === 'held')
    return w.stillHeld(inOwnLetters(judged.move.san), now.leftToHold.value);
  return now.drill.value?.goal === 'hold' ? w.holdFor(now.leftToHold.value) : w.winAbout;
}

function thrownText({
  move,
  refutation,
  isLost,
  isStalemate,
}: Extract<now.Status, { kind: 'thrown' }>): string {
  const w = words.value;
  const san = inOwnLetters(move.san);
  const isWin = now.drill.value?.goal !== 'hold';
  const what = isWin ? (isLost ? w.throwsAndLoses(san) : w.throwsWin(san)) : w.throwsDraw(san);
  const fen = now.position.value?.fen;
  const line = fen ? (rules.value?.lineSan(fen, refutation) ?? []) : [];
  const why = isStalemate
    ? w.isStalemate
    : line.length > 0
      ? w.refutedBy(line.map(inOwnLetters).join(' '))
      : '';
  return `${what} ${why}`.trim();
}

const looksOf: Partial<Record<now.Status['kind'], string>> = { thrown: 'wrong', done: 'solved' };

function Task({ drill }: { drill: EndgameDrill }) {
  const w = words.value;
  const state = now.status.value;
  const isReady = now.position.value !== null;
  const text = verdictText();
  useSaid(isReady ? taskText(drill) : '', text);
  return (
    <div class="task" tabIndex={-1} data-landing>
      <button type="button" class="plain back" onClick={now.closeDrill}>
        ‹ {w.allEndgames}
      </button>
      <h2>{titleOf(drill)}</h2>
      {isReady && <p>{taskText(drill)}</p>}
      <p class={`verdict-of ${looksOf[state.kind] ?? 'open'}`}>{text}</p>
      {state.kind === 'computing' && (
        <progress
          aria-label={text}
          {...(state.progress && { value: state.progress.built, max: state.progress.all })}
        />
      )}
      {state.kind === 'thrown' && (
        <button type="button" class="primary" onClick={now.takeBack}>
          {w.takeBack}
        </button>
      )}
      {isReady && (
        <button
          type="button"
          class={state.kind === 'done' ? 'primary' : ''}
          onClick={() => void now.begin(drill)}
        >
          {w.anotherPosition}
        </button>
      )}
    </div>
  );
}

/** Says the task when it comes, and then each move with what is to say of it, once. */
function useSaid(task: string, verdict: string): void {
  const here = now.position.value;
  const count = here?.moves.length ?? 0;
  const kind = now.status.value.kind;
  const before = useRef({ task: '', count: 0, verdict: '' });
  useEffect(() => {
    const was = before.current;
    if (kind === 'busy') return; // the verdict comes with the answer
    before.current = { task, count, verdict };
    if (task !== was.task && task && count === 0) {
      // On a phone, the list of drills has scrolled the board away.
      document.querySelector('.learn .board')?.scrollIntoView({ block: 'nearest' });
      return announce(task);
    }
    if (!here) {
      if (verdict !== was.verdict) announce(verdict);
      return;
    }
    if (count > was.count) announce(`${verdict} ${lastMoveWords(here)}`);
    else if (verdict !== was.verdict) announce(verdict);
  }, [task, count, kind, verdict]);
}
