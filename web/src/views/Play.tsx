// Playing a game.
import type { Color, Move } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { show } from '../App';
import { Board, PieceImage } from '../board/Board';
import { openMoves } from '../game/analysis';
import { startReview } from '../game/review';
import { complain } from '../game/core';
import { characters, engineOpponent, levels, personOpponent } from '../game/opponents';
import * as play from '../game/play';
import { prefer, preferences } from '../game/preferences';
import { MoveList } from './MoveList';
import { Promotion } from './Promotion';

const startBoard = 'RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr';

export function Play() {
  useEffect(play.startClock, []);
  const choice = useSignal<Move[] | null>(null);
  const setup = useSignal(!preferences.value.started);
  const { game, position, shown, ending } = play;
  const flipped = (game.value.color === 'black') !== preferences.value.flipped;
  const latest = play.shownPly.value === null;
  const mine = play.isMyTurn.value && latest && preferences.value.started;
  const last = shown.value?.moves.at(-1);
  const bottom: Color = flipped ? 'black' : 'white';
  const top: Color = flipped ? 'white' : 'black';

  function move(moves: Move[]) {
    if (moves.length === 1) play.play(moves[0]!);
    else choice.value = moves;
  }

  return (
    <div class="layout">
      <section class="table" aria-label="Game">
        <Side color={top} />
        <Board
          board={shown.value?.board ?? startBoard}
          flipped={flipped}
          legal={mine ? (position.value?.legal ?? []) : []}
          last={last}
          check={shown.value?.check ?? null}
          arrows={play.hint.value && latest ? [{ ...play.hint.value, kind: 'best' }] : []}
          premoves={latest && !mine && !ending.value && !play.againstPerson.value && preferences.value.started ? game.value.color : null}
          premove={play.premove.value}
          onMove={move}
          onPremove={(from, to) => (play.premove.value = { from, to })}
        />
        {choice.value && (
          <Promotion
            moves={choice.value}
            onChoose={(chosen) => {
              choice.value = null;
              if (chosen) play.play(chosen);
            }}
          />
        )}
        <Side color={bottom} />
      </section>
      <aside class="panel" aria-label="Game controls">
        {setup.value ? <Setup onDone={() => (setup.value = false)} /> : <Course onNew={() => (setup.value = true)} />}
      </aside>
    </div>
  );
}

const clockText = (milliseconds: number) => {
  const seconds = Math.max(0, milliseconds) / 1000;
  const minutes = Math.floor(seconds / 60);
  const rest = seconds - minutes * 60;
  return seconds < 10 ? `0:0${rest.toFixed(1)}` : `${minutes}:${String(Math.floor(rest)).padStart(2, '0')}`;
};

/** A player's name, what was captured, the clock. */
function Side({ color }: { color: Color }) {
  const { game, position, shown } = play;
  play.now.value; // ticks
  const isOpponent = color !== game.value.color;
  const name = play.againstPerson.value
    ? color === 'white' ? 'White' : 'Black'
    : isOpponent ? play.opponent.value.name : 'You';
  const clock = play.clockNow();
  const captured = (shown.value?.moves ?? [])
    .filter(({ piece, captured: taken }) => taken && (piece === piece.toUpperCase()) === (color === 'white'))
    .map(({ captured: taken }) => taken!)
    .sort((a, b) => 'qrbnp'.indexOf(a.toLowerCase()) - 'qrbnp'.indexOf(b.toLowerCase()));
  const thinks = play.thinking.value !== null && isOpponent && !play.againstPerson.value;
  return (
    <div class={`side ${position.value?.turn === color && !play.ending.value ? 'turn' : ''}`}>
      <span class={`disc ${color}`} aria-hidden="true" />
      <span class="name">{name}</span>
      <span class="captured" aria-hidden="true">
        {captured.map((piece, i) => (
          <PieceImage piece={piece} key={i} />
        ))}
      </span>
      {thinks && (
        <span class="thinking">
          <progress
            aria-label={`${name} is thinking`}
            {...(play.thinking.value?.share != null && { value: play.thinking.value.share })}
            max={1}
          />
          <button type="button" class="small" onClick={play.hurry} title="Stop thinking and move">
            Move now
          </button>
        </span>
      )}
      {clock && (
        <time class={`clock ${clock[color] < 20_000 ? 'short' : ''}`} aria-label={`${name}'s clock`}>
          {clockText(clock[color])}
        </time>
      )}
    </div>
  );
}

const clocks: [string, number, number][] = [
  ['No clock', 0, 0],
  ['1 minute', 1, 0],
  ['3 minutes + 2 s', 3, 2],
  ['5 minutes', 5, 0],
  ['10 minutes + 5 s', 10, 5],
  ['15 minutes + 10 s', 15, 10],
];

function Setup({ onDone }: { onDone: () => void }) {
  const chosen = preferences.value;
  const start = useSignal('');
  const all = [...levels, ...characters, engineOpponent, personOpponent];
  const opponent = all.find(({ id }) => id === chosen.opponent) ?? engineOpponent;

  function begin(event: Event) {
    event.preventDefault();
    const coin = crypto.getRandomValues(new Uint8Array(1))[0]! % 2 ? 'white' : 'black';
    const time = chosen.minutes * 60_000;
    const from =
      start.value.trim() === '960'
        ? `chess960 ${crypto.getRandomValues(new Uint16Array(1))[0]! % 960}`
        : start.value.trim();
    prefer({ started: true, flipped: false });
    play.newGame({
      opponent: chosen.opponent,
      color: chosen.color === 'random' ? coin : chosen.color,
      clock: time > 0 ? { white: time, black: time, increment: chosen.increment * 1000 } : null,
      start: from,
    });
    onDone();
    scrollTo({ top: 0 }); // on a phone the board is above
  }

  return (
    <form class="setup" onSubmit={begin}>
      <h2>New game</h2>
      <label>
        Opponent
        <select value={chosen.opponent} onChange={(event) => prefer({ opponent: event.currentTarget.value })}>
          <optgroup label="Levels">
            {levels.map(({ id, name }) => <option value={id} key={id}>{name}</option>)}
          </optgroup>
          <optgroup label="Characters">
            {characters.map(({ id, name }) => <option value={id} key={id}>{name}</option>)}
          </optgroup>
          <optgroup label="Others">
            <option value="engine">Full strength</option>
            <option value="person">A person here</option>
          </optgroup>
        </select>
      </label>
      <p class="about">{opponent.description}</p>
      <fieldset class="choice">
        <legend>Colour</legend>
        {(['white', 'random', 'black'] as const).map((color) => (
          <label key={color}>
            <input
              type="radio"
              name="color"
              value={color}
              checked={chosen.color === color}
              onChange={() => prefer({ color })}
            />
            <span>
              {color === 'random' ? (
                <b aria-hidden="true">?</b>
              ) : (
                <PieceImage piece={color === 'white' ? 'K' : 'k'} />
              )}
              {{ white: 'White', random: 'Either', black: 'Black' }[color]}
            </span>
          </label>
        ))}
      </fieldset>
      <label>
        Clock
        <select
          value={`${chosen.minutes}+${chosen.increment}`}
          onChange={(event) => {
            const [minutes = 0, increment = 0] = event.currentTarget.value.split('+').map(Number);
            prefer({ minutes, increment });
          }}
        >
          {clocks.map(([name, minutes, increment]) => (
            <option value={`${minutes}+${increment}`} key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label class="icon-toggle">
        <input
          type="checkbox"
          checked={chosen.humanPace}
          onChange={(event) => prefer({ humanPace: event.currentTarget.checked })}
        />
        <span>Takes its time like a human</span>
      </label>
      <details>
        <summary>Another start</summary>
        <label>
          Position as FEN, or 960 for Chess960
          <input
            value={start.value}
            onInput={(event) => (start.value = event.currentTarget.value)}
            placeholder="the usual start"
            autocomplete="off"
            spellcheck={false}
          />
        </label>
      </details>
      <button type="submit" class="primary">Play</button>
    </form>
  );
}

function Course({ onNew }: { onNew: () => void }) {
  const { game, position, ending } = play;
  const typed = useSignal('');
  const wrong = useSignal('');
  const sure = useRef<HTMLDialogElement>(null);
  const moves = position.value?.moves ?? [];
  const over = ending.value;

  function type(event: Event) {
    event.preventDefault();
    wrong.value = play.playTyped(typed.value);
    if (!wrong.value) typed.value = '';
  }

  function names(): Record<string, string> {
    const mine = play.againstPerson.value ? 'Player' : 'You';
    const theirs = play.opponent.value.name;
    const white = game.value.color === 'white';
    return {
      Event: 'Kibitz',
      Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
      White: white ? mine : theirs,
      Black: white ? theirs : mine,
      ...(over && { Result: over.result }),
    };
  }

  function goOver(withReview: boolean) {
    openMoves(game.value.start, game.value.moves, names());
    show('analyse');
    if (withReview) void startReview().catch(complain);
  }

  return (
    <>
      <div class="opening">{position.value?.opening?.name ?? '\u00a0'}</div>
      <MoveList
        moves={moves}
        start={position.value?.ply ?? 0}
        shown={play.shownPly.value ?? moves.length}
        onShow={(ply) => (play.shownPly.value = ply === moves.length ? null : ply)}
      />
      {over ? (
        <div class="over">
          <strong>{over.result}</strong> {over.reason}
          <div class="row">
            <button type="button" class="primary" onClick={() => goOver(true)}>Review</button>
            <button type="button" onClick={onNew}>New game</button>
          </div>
        </div>
      ) : (
        <form class="typed" onSubmit={type}>
          <label>
            <span class="hidden">Type a move</span>
            <input
              value={typed.value}
              onInput={(event) => (typed.value = event.currentTarget.value)}
              placeholder="Type a move: Nf3"
              autocomplete="off"
              spellcheck={false}
              aria-invalid={wrong.value !== ''}
              aria-describedby="typed-wrong"
            />
          </label>
          <button type="submit">Play</button>
        </form>
      )}
      <p id="typed-wrong" class="wrong" role="alert">{wrong.value}</p>
      <p class="answer" role="status">{play.drawAnswer.value}</p>
      <div class="buttons">
        {!over && (
          <>
            <button type="button" onClick={play.takeBack} disabled={game.value.moves.length === 0}>Take back</button>
            <button type="button" onClick={() => void play.showHint()} disabled={!play.isMyTurn.value}>Hint</button>
            <button type="button" onClick={play.draw}>
              {position.value?.claim ? 'Claim draw' : 'Offer draw'}
            </button>
            <button type="button" onClick={() => sure.current?.showModal()}>Resign</button>
          </>
        )}
        <button type="button" onClick={() => prefer({ flipped: !preferences.value.flipped })}>Flip</button>
        <button type="button" onClick={() => goOver(false)} disabled={moves.length === 0}>Analyse</button>
        {!over && <button type="button" onClick={onNew}>New game</button>}
      </div>
      <dialog ref={sure} aria-labelledby="resign-title">
        <h2 id="resign-title">Resign this game?</h2>
        <div class="row">
          <button type="button" class="primary" onClick={() => { sure.current?.close(); play.resign(); }}>Resign</button>
          <button type="button" onClick={() => sure.current?.close()}>Play on</button>
        </div>
      </dialog>
    </>
  );
}
