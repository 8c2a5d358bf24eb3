// The view of puzzles, one's own mistakes and lessons. It is fetched when it is first opened.
import './learn.css';
import type { Move } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Board } from '../board/Board';
import { Action } from '../design/Action';
import { lazily } from '../design/lazily';
import { openMoves } from '../game/analysis';
import { rulesLoaded } from '../game/core';
import { startBoard } from '../game/glance';
import { announce, lastMoveWords } from '../game/speech';
import { tryTyped } from '../game/typed';
import { address, show } from '../shell/navigation';
import { useObjection } from '../views/Objection';
import { Panel } from '../views/Panel';
import { PromotionChoice } from '../views/Promotion';
import { RulesLoading } from '../views/RulesLoading';
import { TypedMove } from '../views/TypedMove';
import { words as page } from '../words';
import { lesson, openLessons, place } from './course';
import * as now from '../game/exercise';
import { Lessons } from './Lessons';
import { Mistakes } from './Mistakes';
import { Openings } from './Openings';
import { askedOpening, openOpenings } from './openings';
import { asked, openMistakes } from './own-mistakes';
import { type Part, PartChoice, parts } from './PartChoice';
import { Puzzles } from './Puzzles';
import { useSounds } from './sounds';
import { Progress, Today } from './Today';
import { leaveToday, openToday } from './today';
import { leavePuzzles, nextPuzzle } from './training';
import { words } from './words';
import { inOwnLetters } from '../game/notation';

/** All parts but the endgames ask for moves that are known beforehand. */
type Asked = Exclude<Part, 'endgames'>;
const Endgames = lazily(async () => (await import('./Endgames')).Endgames);
const openPart = {
  today: openToday,
  puzzles: nextPuzzle,
  mistakes: openMistakes,
  openings: openOpenings,
  lessons: openLessons,
};
const panelOf = {
  today: Today,
  puzzles: Puzzles,
  mistakes: Mistakes,
  openings: Openings,
  lessons: Lessons,
};

export function Learn() {
  const part: Part = parts.find((one) => one === address.value.split('/')[1]) ?? 'today';
  return part === 'endgames' ? <Endgames /> : <Exercises part={part} />;
}

function Exercises({ part }: { part: Asked }) {
  const w = words.value;
  const Task = panelOf[part];
  useEffect(() => {
    place.value = null;
    now.exercise.value = null;
    asked.value = askedOpening.value = null;
    leaveToday();
    leavePuzzles();
    void openPart[part]();
  }, [part]);
  const choice = useSignal<Move[] | null>(null);
  const turned = useSignal(false);
  const hinted = useSignal<string | null>(null);
  const here = now.position.value;
  const { refuse, shown: objection } = useObjection(here);
  const isBlack = now.solver.value === 'black';
  useEffect(() => void (hinted.value = null), [here]);
  useSounds(here?.moves.at(-1), here?.moves.length ?? 0);
  useAnnouncements();

  function choose(moves: Move[]) {
    if (moves.length === 1) now.attempt(moves[0]!);
    else choice.value = moves;
  }
  async function typed(text: string): Promise<string> {
    await rulesLoaded();
    if (now.status.value.kind !== 'shown') now.settle();
    const position = now.position.value;
    if (!position) return page.value.rulesLoading;
    const found = tryTyped(position, text);
    if ('wrong' in found) return found.wrong;
    now.attempt(found.move);
    return '';
  }
  function hint() {
    hinted.value = now.hintSquare.value;
    if (hinted.value) announce(w.hintIs(hinted.value));
  }
  function analyse() {
    const exercise = now.exercise.value;
    if (!exercise) return;
    openMoves(
      exercise.start,
      exercise.moves.map((all) => all[0]!),
      { Event: 'Kibitz' },
    );
    show('analyse');
  }

  const isOpen = now.canTry.value;
  return (
    <div class="layout learn">
      <section class="table" aria-label={page.value.position}>
        <Board
          board={here?.board ?? startBoard}
          flipped={isBlack !== turned.value}
          legal={isOpen ? (here?.legal ?? []) : []}
          last={here?.moves.at(-1)}
          check={here?.check ?? null}
          arrows={hinted.value ? [{ from: hinted.value, to: hinted.value, kind: 'best' }] : []}
          onMove={choose}
          onRefused={refuse}
        >
          <RulesLoading />
          {objection}
          <PromotionChoice
            choice={choice}
            flipped={isBlack !== turned.value}
            position={here?.fen}
            play={now.attempt}
          />
        </Board>
      </section>
      <Panel label={w[part]}>
        <PartChoice part={part} />
        <Task />
        {now.exercise.value && (
          <>
            <TypedMove play={typed} position={here} />
            <div class="actions" role="group" aria-label={page.value.gameControls}>
              <Action icon="hint" text={w.hint} onClick={hint} off={!isOpen} />
              <Action icon="forward" text={w.solution} onClick={now.showSolution} off={!isOpen} />
              <Action
                icon="flip"
                text={page.value.flip}
                onClick={() => (turned.value = !turned.value)}
              />
              <Action icon="analyse" text={w.analyse} onClick={analyse} off={isOpen} />
            </div>
          </>
        )}
        {part === 'today' && <Progress />}
      </Panel>
    </div>
  );
}

/** Says what happens to the exercise: each move, and whether it was right, once. */
function useAnnouncements(): void {
  const status = now.status.value;
  const count = now.position.value?.moves.length ?? 0;
  const before = useRef({ count, kind: status.kind });
  useEffect(() => {
    const was = before.current;
    before.current = { count, kind: status.kind };
    const position = now.position.value;
    if (!position || (was.count === count && was.kind === status.kind)) return;
    const w = words.value;
    if (status.kind === 'wrong') {
      if (status.isOnBoard) announce(w.wrong(inOwnLetters(status.move.san)));
    } else if (status.kind === 'solved') {
      announce(`${lastMoveWords(position)} ${place.value && lesson.value ? w.right : w.solved}`);
    } else if (count > was.count) announce(lastMoveWords(position));
  }, [count, status]);
}
