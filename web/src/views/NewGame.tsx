// The sheet in which a new game is set up: opponent, colour, clock and start, all remembered.
import { useSignal } from '@preact/signals';
import { focusBoard } from '../board/Board';
import { Segments } from '../design/Segments';
import { Sheet } from '../design/Sheet';
import { nextTask, rulesLoaded } from '../game/core';
import { findOpponent, nameOf } from '../game/opponents';
import * as play from '../game/play';
import { prefer, preferences } from '../settings/preferences';
import { faultWords, words } from '../words';
import { Opponents } from './Opponents';

/** Minutes and seconds a move. */
const clocks = ['0+0', '1+0', '3+2', '5+0', '10+5', '15+10', '30+20'];
const starts = ['usual', 'chess960', 'position'] as const;
type Start = (typeof starts)[number];

export function NewGame({ onClose }: { onClose: () => void }) {
  const w = words.value;
  const chosen = preferences.value;
  const fen = useSignal(play.proposedStart.value);
  const kind = useSignal<Start>(fen.value ? 'position' : 'usual');
  const wrong = useSignal('');
  const time = `${chosen.minutes}+${chosen.increment}`;

  async function begin() {
    if (kind.value === 'position') {
      try {
        (await rulesLoaded()).position(fen.value.trim());
      } catch (error) {
        wrong.value = faultWords(error);
        return;
      }
    }
    play.newPreferredGame({
      start: { usual: '', chess960: play.randomChess960(), position: fen.value.trim() }[kind.value],
    });
    close();
  }

  function close() {
    play.proposedStart.value = '';
    onClose();
    scrollTo({ top: 0 }); // to the board, in a tall window
    void nextTask().then(focusBoard); // once the sheet no longer keeps the focus
  }

  return (
    <Sheet
      class="setup"
      title={w.whoToPlay}
      action={w.playAgainst(nameOf(findOpponent(chosen.opponent)))}
      onAction={begin}
      onClose={close}
    >
      <Opponents
        legend={w.opponent}
        name="opponent"
        value={chosen.opponent}
        onChange={(opponent) => prefer({ opponent })}
        withPerson
      />
      {kind.value === 'position' && (
        <label>
          {w.positionAsFen}
          <input
            value={fen.value}
            onInput={(event) => {
              fen.value = event.currentTarget.value;
              wrong.value = '';
            }}
            aria-invalid={wrong.value !== ''}
            autocomplete="off"
            spellcheck={false}
          />
          {wrong.value && (
            <span class="wrong" role="alert">
              {wrong.value}
            </span>
          )}
        </label>
      )}
      <div class="choices">
        <Segments
          legend={w.colour}
          name="color"
          value={chosen.color}
          all={['white', 'random', 'black'] as const}
          text={(color) => (color === 'random' ? w.either : w[color])}
          onChange={(color) => prefer({ color })}
        />
        <Segments
          legend={w.start}
          name="start"
          value={kind.value}
          all={starts}
          text={(one) => w.starts[one]}
          onChange={(one) => (kind.value = one)}
        />
        <label class="icon-toggle">
          <input
            type="checkbox"
            checked={chosen.humanPace}
            onChange={(event) => prefer({ humanPace: event.currentTarget.checked })}
          />
          <span>{w.humanPace}</span>
        </label>
        <Segments
          legend={w.clock}
          name="clock"
          value={time}
          all={clocks.includes(time) ? clocks : [...clocks, time]}
          text={(one) => clockLabel(one)}
          onChange={(one) => {
            const [minutes = 0, increment = 0] = one.split('+').map(Number);
            prefer({ minutes, increment });
          }}
        />
      </div>
    </Sheet>
  );
}

/** "3+2"; for screen readers also in words. */
function clockLabel(time: string) {
  const [minutes = 0, increment = 0] = time.split('+').map(Number);
  if (minutes === 0) return words.value.noClock;
  return (
    <>
      {time} <span class="hidden">{words.value.minutes(minutes, increment)}</span>
    </>
  );
}
