// A player at the board: name, rating, clock, and whether they are connected.
import { clockText } from '../../game/clock-text';
import { words as pageWords } from '../../words';
import { serverTime } from '../connection';
import { clocksAt, type Course } from '../course';
import { linkTo } from '../place';
import type { Side } from '../protocol';
import { words } from '../words';
import { RatingOf } from './RatingOf';
import { useTicks } from './useGame';

const tick = 100; // milliseconds
const short = 20_000; // milliseconds; less is shown in another colour

export function GameSide({ course, side, toMove }: { course: Course; side: Side; toMove: Side }) {
  const w = words.value;
  const { start, end, paused, connected, since } = course;
  const name = start.players[side];
  const isAway = !connected[side] && !end;
  useTicks(tick, !end && !paused && (course.toMove === side || isAway));
  const left = clocksAt(course, serverTime())[side];
  const toComeBack = Math.max(0, Math.ceil((start.awayLimit - (serverTime() - since)) / 1000));
  return (
    <div class={`side ${toMove === side && !end ? 'turn' : ''}`}>
      <span class={`mark side-${side} ${start.game}`} aria-hidden="true" />
      <a class="name" href={linkTo('player', name)}>
        {name}
      </a>
      <RatingOf name={name} game={start.game} />
      {end && end.winner === side && (
        <span class="crown" aria-hidden="true">
          ★
        </span>
      )}
      {isAway && <span class="away">{paused ? w.isAway : w.backWithin(toComeBack)}</span>}
      <time
        class={`clock ${left < short ? 'short' : ''}`}
        aria-label={pageWords.value.clockOf(name)}
      >
        {clockText(left)}
      </time>
    </div>
  );
}
