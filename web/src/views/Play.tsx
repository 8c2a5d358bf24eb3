// The view in which a game is played.
import type { Color, Move } from 'kibitz';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { show } from '../shell/navigation';
import { Board, focusBoard } from '../board/Board';
import { draw, drawnIn, erase } from '../board/drawn';
import { Action } from '../design/Action';
import { Icon } from '../design/Icon';
import { lazily } from '../design/lazily';
import { Menu } from '../design/Menu';
import { openMoves } from '../game/analysis';
import { clockText } from '../game/clock-text';
import { showError } from '../shell/notices';
import { inOwnLetters } from '../game/notation';
import { nameOf } from '../game/opponents';
import * as play from '../game/play';
import { playedTags } from '../game/played-game';
import { prefer, preferences } from '../settings/preferences';
import { openingWords, resultText, words } from '../words';
import { Captured } from './Captured';
import { MoveList } from './MoveList';
import { ChangeOpponent } from './ChangeOpponent';
import { NewGame } from './NewGame';
import { useObjection } from './Objection';
import { OpponentWords, ratingText } from './Opponents';
import { Panel } from './Panel';
import { Portrait } from '../design/Portrait';
import { PromotionChoice } from './Promotion';
import { askToResign, ResignDialog } from './ResignDialog';
import { ResultCard } from './ResultCard';
import { RulesLoading } from './RulesLoading';
import { showShortcuts } from './Shortcuts';
import { SoundSwitch } from './SoundSwitch';
import { TypedMove } from './TypedMove';
import { useCommandKeys } from './command-keys';

export function Play() {
  const choice = useSignal<Move[] | null>(null);
  const isSettingUp = useSignal(play.proposedStart.value !== '');
  const isChanging = useSignal(false);
  const { game, position, shown, ending } = play;
  const flipped = (game.value.color === 'black') !== preferences.value.flipped;
  const latest = play.shownPly.value === null;
  const mine = play.isMyTurn.value && latest;
  // The game may end while the choice of a promotion is open.
  useEffect(() => void (choice.value = null), [game.value.moves, ending.value]);
  const isCardShown = latest && ending.value !== null && !play.resultClosed.value;
  const last = shown.value?.moves.at(-1);
  const drawn = `${game.value.seed} ${shown.value?.moves.length ?? 0}`;
  const { refuse, shown: objection } = useObjection(position.value);
  const bottom: Color = flipped ? 'black' : 'white';
  const top: Color = flipped ? 'white' : 'black';
  const setUp = () => void (isSettingUp.value = true);

  function move(moves: Move[]) {
    if (moves.length === 1) play.play(moves[0]!);
    else choice.value = moves;
  }

  return (
    <div class="layout play">
      <section class="table" aria-label={words.value.game}>
        <Side color={top} />
        <Board
          board={shown.value?.board ?? play.boardBeforeRules.value}
          flipped={flipped}
          legal={mine ? (position.value?.legal ?? []) : []}
          last={last}
          check={shown.value?.check ?? null}
          arrows={[
            ...(play.hint.value && latest ? [{ ...play.hint.value, kind: 'best' as const }] : []),
            ...drawnIn(drawn),
          ]}
          onDraw={(arrow) => draw(drawn, arrow)}
          onErase={() => erase(drawn)}
          premoves={latest ? play.premoves.value : null}
          planned={play.planned.value}
          isEarly={!position.value}
          onMove={move}
          onPremove={(from, to) => {
            prefer({ started: true });
            play.setPremove(from, to);
          }}
          onPremoveCancelled={play.cancelPremove}
          onRefused={refuse}
        >
          <RulesLoading />
          {objection}
          <PromotionChoice
            choice={choice}
            flipped={flipped}
            position={shown.value?.fen}
            play={(move) => play.play(move)}
          />
          {isCardShown && <Result onNew={setUp} />}
        </Board>
        <Side color={bottom} />
      </section>
      <Panel label={words.value.gameControls}>
        <Course onNew={setUp} onChange={() => (isChanging.value = true)} />
      </Panel>
      {isSettingUp.value && <NewGame onClose={() => (isSettingUp.value = false)} />}
      {isChanging.value && <ChangeOpponent onClose={() => (isChanging.value = false)} />}
    </div>
  );
}

/** A player: face, name, captured pieces and clock. */
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
  const thinks = play.thinking.value !== null && isOpponent && !play.againstPerson.value;
  return (
    <div class={`side ${position.value?.turn === color && !play.ending.value ? 'turn' : ''}`}>
      {isOpponent && !play.againstPerson.value ? (
        <Portrait of={play.opponent.value} />
      ) : (
        <span class="portrait" aria-hidden="true">
          <b>{name.slice(0, 1)}</b>
        </span>
      )}
      <span class="who">
        <span class="name">{name}</span>
        {!play.againstPerson.value && (
          <small>{isOpponent ? ratingText(play.opponent.value) : w[color]}</small>
        )}
      </span>
      <Captured by={color} moves={shown.value?.moves ?? []} board={shown.value?.board} />
      {thinks && (
        <span class="thinking">
          <progress
            aria-label={w.isThinking(name)}
            {...(play.thinking.value?.share != null && { value: play.thinking.value.share })}
            max={1}
          />
          <button
            type="button"
            class="only-icon"
            onClick={play.hurry}
            title={w.moveNowTitle}
            aria-label={w.moveNow}
          >
            <Icon name="hurry" />
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

/** What the opponent says at the end; nothing where it cannot be fetched. */
const Farewell = lazily(() =>
  import('../farewell/Farewell').then(
    ({ Farewell: Fetched }) => Fetched,
    () => () => null,
  ),
);

function goOver(withReview: boolean) {
  const { start, moves, color, opponent } = play.game.value;
  openMoves(start, moves, playedTags(play.game.value, play.ending.value));
  show('analyse');
  if (!withReview) return;
  const side = play.againstPerson.value ? null : color;
  void reviewOf(opponent, side, moves).catch(showError);
}

/** Reviews the game, which the opponent then remembers. What this takes is fetched now. */
async function reviewOf(opponent: string, side: Color | null, moves: string[]): Promise<void> {
  const [{ startReview }, { remember }] = await Promise.all([
    import('../game/review'),
    import('../game/memory'),
  ]);
  await startReview(side);
  if (side) remember(opponent, moves);
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
      sentence={play.endSentence(over)}
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

/** The panel: whom one plays, the moves, and what can be done. */
function Course({ onNew, onChange }: { onNew: () => void; onChange: () => void }) {
  const w = words.value;
  const { position, ending } = play;
  const moves = position.value?.moves ?? [];
  const over = ending.value;
  const isKnown = position.value !== null;
  const wasOver = useRef<boolean | null>(null); // unknown until the rules are there
  useEffect(() => {
    if (!isKnown) return;
    // The element that had the focus, such as the field for typed moves, may be gone.
    if (over && wasOver.current === false && document.activeElement === document.body) focusBoard();
    wasOver.current = over !== null;
  }, [over, isKnown]);

  return (
    <>
      {play.game.value.moves.length === 0 && !over && <Facing onNew={onNew} />}
      <div class="course">
        <div class="opening">
          {openingWords(position.value?.opening) ?? startName() ?? '\u00a0'}
        </div>
        <MoveList
          moves={moves}
          start={position.value?.ply ?? 0}
          shown={play.shownPly.value ?? moves.length}
          onShow={play.showPly}
        />
      </div>
      <Sums />
      <p class="answer" role="status">
        {play.note.value() || (over && !play.againstPerson.value && <Farewell />)}
      </p>
      {over ? (
        <div class="over">
          <span>
            <strong>{resultText(over.result)}</strong> {play.endSentence(over)}
          </span>
        </div>
      ) : (
        <TypedMove
          play={play.playTyped}
          position={play.shown.value}
          clock={play.clockNow}
          {...(moves.length > 0 && { onResign: askToResign })}
        />
      )}
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
      <Actions onNew={onNew} onChange={onChange} />
    </>
  );
}

/** How the classic player came to its last move. */
function Sums() {
  const w = words.value;
  const sums = play.sums.value;
  if (!sums) return null;
  return (
    <details class="sums">
      <summary>{w.sums(nameOf(play.opponent.value))}</summary>
      <p class="about">{w.sumsHelp}</p>
      <ol>
        {sums.map(({ san, adjusted, drawn }) => (
          <li key={san} class={drawn ? 'drawn' : ''}>
            <span>{inOwnLetters(san)}</span>
            <data value={adjusted}>{pawns(adjusted)}</data>
            {drawn && <span class="mark">{w.inTheDraw}</span>}
          </li>
        ))}
      </ol>
    </details>
  );
}

const pawns = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;

/** The opponent, before the first move. */
function Facing({ onNew }: { onNew: () => void }) {
  const w = words.value;
  const { game } = play;
  const { minutes, increment } = preferences.value;
  // The opponent makes the first move only when the user is here to answer it.
  const waits = !preferences.value.started && !play.isMyTurn.value && play.position.value !== null;
  return (
    <section class="facing" aria-label={w.opponent}>
      <button type="button" class="card" onClick={onNew} title={w.changeOpponent}>
        <OpponentWords opponent={play.opponent.value} />
        <Icon name="swap" />
      </button>
      <p class="terms-of">
        <span>{play.againstPerson.value ? w.twoPlayers : w.youPlay(game.value.color)}</span>
        <span>{game.value.clock ? w.minutes(minutes, increment) : w.noClock}</span>
        <span>{waits ? w.pressToStart : w.moveToBegin}</span>
      </p>
      <div class="row">
        {waits && (
          <button type="button" class="primary" onClick={() => prefer({ started: true })}>
            {w.begin}
          </button>
        )}
        <button type="button" class="with-icon change" onClick={onNew}>
          <Icon name="swap" />
          {w.changeOpponent}
        </button>
      </div>
    </section>
  );
}

function Actions({ onNew, onChange }: { onNew: () => void; onChange: () => void }) {
  const w = words.value;
  const { game, position, ending } = play;
  const sure = useRef<HTMLDialogElement>(null);
  const over = ending.value !== null;
  const hasMoves = game.value.moves.length > 0;
  const isUnderWay = hasMoves || preferences.value.started;
  const flip = () => prefer({ flipped: !preferences.value.flipped });
  useCommandKeys(over ? {} : { u: play.takeBack, h: () => void play.showHint() });
  return (
    <div class="actions" role="group" aria-label={w.game}>
      {over ? (
        <>
          {play.resultClosed.value && (
            <>
              <Action icon="review" onClick={() => goOver(true)} text={w.review} />
              <Action icon="again" onClick={play.rematch} text={w.rematch} />
              <Action icon="plus" onClick={onNew} text={w.newGame} />
            </>
          )}
          <Action icon="analyse" onClick={() => goOver(false)} text={w.analyse} off={!hasMoves} />
          <Action icon="flip" onClick={flip} text={w.flip} />
        </>
      ) : (
        <>
          <Action icon="takeBack" onClick={play.takeBack} text={w.takeBack} off={!hasMoves} />
          <Action
            icon="hint"
            onClick={() => void play.showHint()}
            text={w.hint}
            off={!play.isMyTurn.value}
          />
          <Action
            icon="draw"
            onClick={() => void play.draw()}
            text={w.draw}
            label={position.value?.claim ? w.claimDraw : w.offerDraw}
            off={!isUnderWay}
          />
          <Action
            icon="resign"
            onClick={() => sure.current?.showModal()}
            text={w.resign}
            off={!isUnderWay}
          />
          <Menu icon="more" label={w.more} closes>
            <button type="button" onClick={onNew}>
              <Icon name="plus" />
              {w.newGame}
            </button>
            <button type="button" onClick={onChange}>
              <Icon name="person" />
              {w.changeOpponent}
            </button>
            {!play.againstPerson.value && (
              <button type="button" onClick={play.swapSides}>
                <Icon name="swap" />
                {w.swapSides}
              </button>
            )}
            <button type="button" onClick={flip}>
              <Icon name="flip" />
              {w.flip}
            </button>
            <button type="button" onClick={() => goOver(false)} disabled={!hasMoves}>
              <Icon name="analyse" />
              {w.analyse}
            </button>
            <button type="button" onClick={showShortcuts}>
              <Icon name="keyboard" />
              {w.shortcuts}
            </button>
            <SoundSwitch />
          </Menu>
        </>
      )}
      <ResignDialog dialog={sure} onResign={play.resign} />
    </div>
  );
}
