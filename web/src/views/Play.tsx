// The view in which a game is played.
import type { Color, Move } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { show } from '../navigation';
import { Board, focusBoard, PieceImage } from '../board/Board';
import { openMoves } from '../game/analysis';
import { clockText } from '../game/clock-text';
import { startReview } from '../game/review';
import { rulesLoaded } from '../game/core';
import { showError, messageOf } from '../notices';
import { descriptionOf, findOpponent, nameOf } from '../game/opponents';
import * as play from '../game/play';
import { prefer, preferences } from '../game/preferences';
import { endWords, resultText, words } from '../words';
import { MoveList } from './MoveList';
import { OpponentChoice } from './OpponentChoice';
import { Panel } from './Panel';
import { PromotionChoice } from './Promotion';
import { ResultCard } from './ResultCard';
import { RulesLoading } from './RulesLoading';
import { TypedMove } from './TypedMove';

export function Play() {
  const choice = useSignal<Move[] | null>(null);
  const setup = useSignal(!preferences.value.started || play.proposedStart.value !== '');
  const { game, position, shown, ending } = play;
  const flipped = (game.value.color === 'black') !== preferences.value.flipped;
  const latest = play.shownPly.value === null;
  const mine = play.isMyTurn.value && latest && preferences.value.started;
  // The game may end while the choice of a promotion is open.
  useEffect(() => void (choice.value = null), [game.value.moves, ending.value]);
  const isCardShown = latest && ending.value !== null && !setup.value && !play.resultClosed.value;
  const last = shown.value?.moves.at(-1);
  const bottom: Color = flipped ? 'black' : 'white';
  const top: Color = flipped ? 'white' : 'black';

  // Before the first game, a move on the board begins it.
  const isInviting =
    setup.value && !preferences.value.started && play.proposedStart.value === '' && latest;
  function beginIfInvited() {
    if (!isInviting) return;
    play.newPreferredGame({ color: 'white' });
    setup.value = false;
  }
  function move(moves: Move[]) {
    beginIfInvited();
    if (moves.length === 1) play.play(moves[0]!);
    else choice.value = moves;
  }

  return (
    <div class="layout">
      <section class="table" aria-label={words.value.game}>
        <Side color={top} />
        <Board
          board={shown.value?.board ?? play.boardBeforeRules.value}
          flipped={flipped}
          legal={mine || isInviting ? (position.value?.legal ?? []) : []}
          last={last}
          check={shown.value?.check ?? null}
          arrows={play.hint.value && latest ? [{ ...play.hint.value, kind: 'best' }] : []}
          premoves={
            latest && (preferences.value.started || isInviting) ? play.premoves.value : null
          }
          premove={play.premove.value}
          onMove={move}
          onPremove={(from, to) => {
            beginIfInvited();
            play.setPremove(from, to);
          }}
          onPremoveCancelled={play.cancelPremove}
        >
          <RulesLoading />
          {isCardShown && <Result onNew={() => (setup.value = true)} />}
        </Board>
        <PromotionChoice choice={choice} play={(move) => play.play(move)} />
        <Side color={bottom} />
      </section>
      <Panel label={words.value.gameControls}>
        {setup.value ? (
          <Setup onDone={() => (setup.value = false)} />
        ) : (
          <Course onNew={() => (setup.value = true)} />
        )}
      </Panel>
    </div>
  );
}

/** A player's name, captured pieces and clock. */
function Side({ color }: { color: Color }) {
  const { game, position, shown } = play;
  play.now.value; // renders again with every tick of the clock
  const isOpponent = color !== game.value.color;
  const w = words.value;
  const name = play.againstPerson.value
    ? w[color]
    : isOpponent
      ? nameOf(play.opponent.value)
      : w.you;
  const clock = play.clockNow();
  const captured = (shown.value?.moves ?? [])
    .filter(
      ({ piece, captured: taken }) =>
        taken && (piece === piece.toUpperCase()) === (color === 'white'),
    )
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
            aria-label={w.isThinking(name)}
            {...(play.thinking.value?.share != null && { value: play.thinking.value.share })}
            max={1}
          />
          <button type="button" class="small" onClick={play.hurry} title={w.moveNowTitle}>
            {w.moveNow}
          </button>
        </span>
      )}
      {clock && (
        <time class={`clock ${clock[color] < 20_000 ? 'short' : ''}`} aria-label={w.clockOf(name)}>
          {clockText(clock[color])}
        </time>
      )}
    </div>
  );
}

const clocks: [number, number][] = [
  [0, 0],
  [1, 0],
  [3, 2],
  [5, 0],
  [10, 5],
  [15, 10],
  [30, 20],
];
type Start = 'usual' | 'chess960' | 'position';

function Setup({ onDone }: { onDone: () => void }) {
  const w = words.value;
  const chosen = preferences.value;
  const fen = useSignal(play.proposedStart.value);
  const kind = useSignal<Start>(fen.value ? 'position' : 'usual');
  const wrong = useSignal('');

  async function begin(event: Event) {
    event.preventDefault();
    if (kind.value === 'position') {
      try {
        (await rulesLoaded()).position(fen.value.trim());
      } catch (error) {
        wrong.value = messageOf(error);
        return;
      }
    }
    play.newPreferredGame({
      start: { usual: '', chess960: play.randomChess960(), position: fen.value.trim() }[kind.value],
    });
    done();
  }

  function done() {
    play.proposedStart.value = '';
    onDone();
    focusBoard();
    scrollTo({ top: 0 }); // to the board, which a phone shows above the form
  }

  const canGoBack = chosen.started; // to the game that the form covers
  return (
    <form
      class="setup"
      onSubmit={(event) => void begin(event)}
      onKeyDown={(event) => event.key === 'Escape' && canGoBack && done()}
    >
      <h2>{w.newGame}</h2>
      <OpponentChoice
        label={w.opponent}
        value={chosen.opponent}
        onChange={(opponent) => prefer({ opponent })}
      >
        <option value="person">{w.personHere}</option>
      </OpponentChoice>
      <p class="about">{descriptionOf(findOpponent(chosen.opponent))}</p>
      <fieldset class="choice">
        <legend>{w.colour}</legend>
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
              {color === 'random' ? w.either : w[color]}
            </span>
          </label>
        ))}
      </fieldset>
      <label>
        {w.clock}
        <select
          value={`${chosen.minutes}+${chosen.increment}`}
          onChange={(event) => {
            const [minutes = 0, increment = 0] = event.currentTarget.value.split('+').map(Number);
            prefer({ minutes, increment });
          }}
        >
          {clocks.map(([minutes, increment]) => (
            <option value={`${minutes}+${increment}`} key={`${minutes}+${increment}`}>
              {minutes === 0 ? w.noClock : w.minutes(minutes, increment)}
            </option>
          ))}
        </select>
      </label>
      <label>
        {w.start}
        <select
          value={kind.value}
          onChange={(event) => (kind.value = event.currentTarget.value as Start)}
        >
          <option value="usual">{w.usualStart}</option>
          <option value="chess960">{w.chess960}</option>
          <option value="position">{w.fromPosition}</option>
        </select>
      </label>
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
      <label class="icon-toggle">
        <input
          type="checkbox"
          checked={chosen.humanPace}
          onChange={(event) => prefer({ humanPace: event.currentTarget.checked })}
        />
        <span>{w.humanPace}</span>
      </label>
      <button type="submit" class="primary">
        {w.begin}
      </button>
      {canGoBack && (
        <button type="button" onClick={done}>
          {w.cancel}
        </button>
      )}
    </form>
  );
}

function tags(): Record<string, string> {
  const w = words.value;
  const mine = play.againstPerson.value ? w.player : w.you;
  const theirs = play.againstPerson.value ? w.player : nameOf(play.opponent.value);
  const white = play.game.value.color === 'white';
  return {
    Event: 'Kibitz',
    Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
    White: white ? mine : theirs,
    Black: white ? theirs : mine,
    ...(play.ending.value && { Result: play.ending.value.result }),
  };
}

function goOver(withReview: boolean) {
  const { start, moves } = play.game.value;
  openMoves(start, moves, tags());
  show('analyse');
  if (withReview) void startReview().catch(showError);
}

/** The buttons for what can be done after a game. */
function AfterGame({ onNew }: { onNew: () => void }) {
  const w = words.value;
  return (
    <>
      <button type="button" class="primary" onClick={() => goOver(true)}>
        {w.review}
      </button>
      <button type="button" onClick={play.rematch}>
        {w.rematch}
      </button>
      <button type="button" onClick={onNew}>
        {w.newGame}
      </button>
    </>
  );
}

function Result({ onNew }: { onNew: () => void }) {
  const over = play.ending.value!;
  return (
    <ResultCard
      result={resultText(over.result)}
      sentence={endWords(over)}
      onClose={() => (play.resultClosed.value = true)}
    >
      <AfterGame onNew={onNew} />
    </ResultCard>
  );
}

/** "Chess960, number 518", if the game began from such a position. */
function startName(): string | undefined {
  const number = /^chess960 (\d+)$/.exec(play.game.value.start)?.[1];
  return number && words.value.chess960Number(number);
}

function Course({ onNew }: { onNew: () => void }) {
  const w = words.value;
  const { game, position, ending } = play;
  const sure = useRef<HTMLDialogElement>(null);
  const moves = position.value?.moves ?? [];
  const over = ending.value;
  const wasOver = useRef(over !== null);
  useEffect(() => {
    // The element that had the focus, such as the field for typed moves, may be gone.
    if (over && !wasOver.current && document.activeElement === document.body) focusBoard();
    wasOver.current = over !== null;
  }, [over]);

  return (
    <>
      <div class="opening">{position.value?.opening?.name ?? startName() ?? '\u00a0'}</div>
      <MoveList
        moves={moves}
        start={position.value?.ply ?? 0}
        shown={play.shownPly.value ?? moves.length}
        onShow={play.showPly}
      />
      {over ? (
        <div class="over">
          <span>
            <strong>{resultText(over.result)}</strong> {endWords(over)}
          </span>
          {play.resultClosed.value && (
            <div class="row">
              <AfterGame onNew={onNew} />
            </div>
          )}
        </div>
      ) : (
        <TypedMove play={play.playTyped} />
      )}
      <p class="answer" role="status">
        {play.note.value()}
      </p>
      {play.drawOffer.value && (
        <div class="over" role="alertdialog" aria-label={w.drawOffered(w[play.drawOffer.value])}>
          <span>{w.drawOffered(w[play.drawOffer.value])}</span>
          <div class="row">
            <button type="button" class="primary" onClick={() => play.answerDraw(true)}>
              {w.acceptDraw}
            </button>
            <button type="button" onClick={() => play.answerDraw(false)}>
              {w.playOn}
            </button>
          </div>
        </div>
      )}
      <div class="buttons in-game">
        {!over && (
          <>
            <button type="button" onClick={play.takeBack} disabled={game.value.moves.length === 0}>
              {w.takeBack}
            </button>
            <button
              type="button"
              onClick={() => void play.showHint()}
              disabled={!play.isMyTurn.value}
            >
              {w.hint}
            </button>
            <button type="button" onClick={() => void play.draw()}>
              {position.value?.claim ? w.claimDraw : w.offerDraw}
            </button>
            <button type="button" onClick={() => sure.current?.showModal()}>
              {w.resign}
            </button>
          </>
        )}
        <button type="button" onClick={() => prefer({ flipped: !preferences.value.flipped })}>
          {w.flip}
        </button>
        <button type="button" onClick={() => goOver(false)} disabled={moves.length === 0}>
          {w.analyse}
        </button>
        {!over && (
          <button type="button" onClick={onNew}>
            {w.newGame}
          </button>
        )}
      </div>
      <dialog ref={sure} aria-labelledby="resign-title">
        <h2 id="resign-title">{w.resignSure}</h2>
        <div class="row">
          <button
            type="button"
            class="primary"
            onClick={() => {
              sure.current?.close();
              play.resign();
            }}
          >
            {w.resign}
          </button>
          <button type="button" autofocus onClick={() => sure.current?.close()}>
            {w.playOn}
          </button>
        </div>
      </dialog>
    </>
  );
}
