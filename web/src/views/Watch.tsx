// The view in which two opponents play each other.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { show } from '../shell/navigation';
import { Board } from '../board/Board';
import { Portrait } from '../design/Portrait';
import { Action } from '../design/Action';
import { Sheet } from '../design/Sheet';
import { openMoves } from '../game/analysis';
import { rules } from '../game/core';
import { startBoard } from '../game/glance';
import { nameOf } from '../game/opponents';
import { prefer, preferences } from '../settings/preferences';
import { useSpoken } from '../game/speech';
import * as watch from '../game/watch';
import { endWords, openingWords, resultText, words } from '../words';
import { Captured } from './Captured';
import { MoveList } from './MoveList';
import { Opponents, OpponentWords, ratingText } from './Opponents';
import { RulesLoading } from './RulesLoading';
import { Panel } from './Panel';

const { watched, position, ending, running } = watch;
const paces = [0, 1, 2, 5, 10];

export function Watch() {
  const w = words.value;
  useEffect(() => watch.pause, []);
  const shown = useSignal<number | null>(null);
  const choosing = useSignal<'white' | 'black' | null>(null);
  const { moves, start } = watched.value;
  const { flipped } = preferences.value;
  const here =
    shown.value === null || !rules.value
      ? position.value
      : rules.value.position(start, moves.slice(0, shown.value));
  const over = ending.value;
  useSpoken(here, over && shown.value === null ? endWords(over) : '');

  function analyse() {
    openMoves(start, moves, {
      Event: 'Kibitz',
      White: nameOf(watch.opponentOf('white')),
      Black: nameOf(watch.opponentOf('black')),
      ...(over && { Result: over.result }),
    });
    show('analyse');
  }

  return (
    <div class="layout watch">
      <section class="table" aria-label={w.game}>
        <Side color={flipped ? 'white' : 'black'} />
        <Board
          board={here?.board ?? startBoard}
          flipped={flipped}
          legal={[]}
          last={here?.moves.at(-1)}
          check={here?.check ?? null}
          onMove={() => {}}
        >
          <RulesLoading />
        </Board>
        <Side color={flipped ? 'black' : 'white'} />
      </section>
      <Panel label={w.watch}>
        {moves.length === 0 && (
          <>
            <h2>{w.whoPlaysWhom}</h2>
            <p class="about">{w.watchHelp}</p>
          </>
        )}
        {moves.length === 0 && (
          <div class="opponents">
            {(['white', 'black'] as const).map((color) => (
              <section class="facing" aria-label={w[color]} key={color}>
                <button type="button" class="card" onClick={() => (choosing.value = color)}>
                  <OpponentWords opponent={watch.opponentOf(color)} />
                </button>
              </section>
            ))}
          </div>
        )}
        {moves.length > 0 && (
          <div class="course">
            <div class="opening">{openingWords(position.value?.opening) ?? '\u00a0'}</div>
            <MoveList
              moves={position.value?.moves ?? []}
              start={position.value?.ply ?? 0}
              shown={shown.value ?? moves.length}
              onShow={(ply) => (shown.value = ply === moves.length ? null : ply)}
            />
          </div>
        )}
        {over && (
          <p class="over">
            <span>
              <strong>{resultText(over.result)}</strong> {endWords(over)}
            </span>
          </p>
        )}
        <label>
          {w.secondsAMove}
          <select
            value={watched.value.seconds}
            onChange={(event) =>
              (watched.value = { ...watched.value, seconds: Number(event.currentTarget.value) })
            }
          >
            {paces.map((seconds) => (
              <option value={seconds} key={seconds}>
                {w.secondsNumber(seconds)}
              </option>
            ))}
          </select>
        </label>
        <div class="buttons">
          {moves.length === 0 || over ? (
            <button type="button" class="primary big" onClick={watch.newGame}>
              {over ? w.anotherGame : w.startWatching}
            </button>
          ) : running.value ? (
            <button type="button" class="primary" onClick={watch.pause}>
              {w.pause}
            </button>
          ) : (
            <button type="button" class="primary" onClick={() => void watch.goOn()}>
              {w.goOn}
            </button>
          )}
          {moves.length > 0 && !over && (
            <button type="button" onClick={watch.newGame}>
              {w.anotherGame}
            </button>
          )}
        </div>
        <div class="actions" role="group" aria-label={w.game}>
          {moves.length > 0 &&
            (['white', 'black'] as const).map((color) => (
              <Action
                icon="swap"
                key={color}
                text={w[color]}
                onClick={() => (choosing.value = color)}
              />
            ))}
          <Action icon="flip" text={w.flip} onClick={() => prefer({ flipped: !flipped })} />
          <Action icon="analyse" text={w.analyse} onClick={analyse} off={moves.length === 0} />
        </div>
      </Panel>
      {choosing.value && (
        <Sheet
          title={w.whoPlays(choosing.value)}
          action={w.choose}
          onAction={() => void (choosing.value = null)}
          onClose={() => void (choosing.value = null)}
        >
          <Opponents
            legend={w.whoPlays(choosing.value)}
            name="watched"
            value={watched.value[choosing.value]}
            onChange={(id) => (watched.value = { ...watched.value, [choosing.value!]: id })}
          />
        </Sheet>
      )}
    </div>
  );
}

function Side({ color }: { color: 'white' | 'black' }) {
  const opponent = watch.opponentOf(color);
  return (
    <div class={`side ${position.value?.turn === color && running.value ? 'turn' : ''}`}>
      <Portrait of={opponent} />
      <span class="who">
        <span class="name">{nameOf(opponent)}</span>
        <small>{ratingText(opponent)}</small>
      </span>
      <Captured by={color} moves={position.value?.moves ?? []} board={position.value?.board} />
    </div>
  );
}
