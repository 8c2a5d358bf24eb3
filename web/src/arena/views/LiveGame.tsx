// The page of a game of the arena, for players and spectators, during the game and after it.
import type { Move, Position } from 'kibitz';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { show, titleDetail } from '../../shell/navigation';
import { useCommandKeys } from '../../views/command-keys';
import { Board, focusBoard } from '../../board/Board';
import { draw, drawnIn, erase } from '../../board/drawn';
import type { Planned } from '../../board/reach';
import { openMoves } from '../../game/analysis';
import { showError } from '../../shell/notices';
import { startBoard } from '../../game/glance';
import { tryTyped } from '../../game/typed';
import { movesBetween } from '../../board/moves';
import { startReview } from '../../game/review';
import { sound, soundOf } from '../../game/sound';
import { lastMoveWords, announce } from '../../game/speech';
import { MoveList } from '../../views/MoveList';
import { PromotionChoice } from '../../views/Promotion';
import { askToResign, ResignDialog } from '../../views/ResignDialog';
import { ResultCard } from '../../views/ResultCard';
import { RulesLoading } from '../../views/RulesLoading';
import { TypedMove } from '../../views/TypedMove';
import { openingWords, words as pageWords } from '../../words';
import { gridMoveNames, gridOf, type GridGame, positionOf, startOf, uciMoves } from '../boards';
import { serverTime, status } from '../connection';
import { clocksAt, hasMoved, isCasual, type Course } from '../course';
import type { FollowedGame } from '../games';
import * as lobby from '../lobby';
import { notify } from '../notifications';
import { tagsOf } from '../pgn';
import { goTo, linkTo } from '../place';
import { type GameMove, isChess, other, type Side } from '../protocol';
import { words } from '../words';
import { Chat, NewMessages } from './Chat';
import { GameSide } from './GameSide';
import { GridBoard } from './GridBoard';
import { ReportPlayer } from './ReportPlayer';
import { endingText, scoreOf } from './results';
import { TermsText } from './TermsText';
import { useGame } from './useGame';

export function LiveGame({ id }: { id: string }) {
  const game = useGame(id, 'spectator');
  if (game?.isUnknown.value)
    return (
      <p class="centred" role="status">
        {words.value.notFound}
      </p>
    );
  if (!game?.course.value)
    return (
      <p class="about centred" role="status">
        {words.value.loading}
      </p>
    );
  return <Table game={game} />;
}

function Table({ game }: { game: FollowedGame }) {
  const w = words.value;
  const course = game.course.value!;
  const { start } = course;
  const mySide = game.mySide.value;
  const shownPly = useSignal<number | null>(null);
  const turned = useSignal(false);
  const flipped = (mySide === 1) !== turned.value;
  useCommandKeys({ f: () => (turned.value = !turned.value) });
  const bottom: Side = flipped ? 1 : 0;

  // Includes the move that the user has just made and the server has not confirmed.
  const moves = useComputed(() => {
    const made = game.course.value?.moves ?? [];
    const pending = game.pending.value;
    return pending?.ply === made.length ? [...made, pending.move] : made;
  }).value;
  const latest = shownPly.value === null;
  const toMove = moves.length > course.moves.length ? other(course.toMove) : course.toMove;
  const mayMove =
    latest &&
    !course.end &&
    !course.paused &&
    mySide === toMove &&
    !game.pending.value &&
    status.value === 'connected';
  const shown = moves.slice(0, shownPly.value ?? moves.length);

  useAnnouncements(game);
  // What is looked at may be a move that is no longer there.
  useEffect(() => void (shownPly.value = null), [course.takebacks]);
  useFocusAtEnd(course.end !== null);
  useEffect(() => {
    if (mayMove && moves.length > 0) notify(w.yourMove, linkTo('game', game.id));
  }, [mayMove]);
  useTitle(mayMove ? `● ${w.yourMove}` : w.versus(...start.players));
  const move = (made: GameMove) => void game.move(made).catch(showError);
  const isChessGame = isChess(start.game);
  const position = isChessGame ? positionOf(start.game, start.setup, moves) : null;
  // The result covers the board only for players who were here when the game ended.
  const wasPlayedHere = useRef(mySide !== null && !course.end).current;
  const isCardClosed = useSignal(false);
  const isCardShown =
    isChessGame && wasPlayedHere && latest && course.end !== null && !isCardClosed.value;
  const closeCard = isCardShown ? () => (isCardClosed.value = true) : null;
  const board = { closeCard, game, course, shown, mayMove, flipped, latest, mySide, onMove: move };

  return (
    <div class={`layout live-game ${start.game}`}>
      <section class="table" aria-label={w.versus(...start.players)}>
        <GameSide course={course} side={other(bottom)} toMove={toMove} />
        {isChessGame ? (
          <ChessBoard {...board} position={position} />
        ) : (
          <GridBoard
            game={start.game as GridGame}
            grid={gridOf(start.game as GridGame, shown)}
            canPlay={mayMove ? mySide : null}
            onMove={move}
          />
        )}
        <GameSide course={course} side={bottom} toMove={toMove} />
      </section>
      <aside class="panel" aria-label={w.game}>
        <p class="facts">
          <TermsText terms={start} isPerMove={start.perMove} />
          {start.contest && (
            <a href={linkTo('contest', start.contest)}>{w.inContest(start.contest)}</a>
          )}
        </p>
        <Standing game={game} course={course} toMove={toMove} position={position} />
        <div class="course">
          {position && <div class="opening">{openingWords(position.opening) ?? '\u00a0'}</div>}
          <MoveList
            moves={
              position?.moves ??
              (isChessGame
                ? []
                : gridMoveNames(start.game as GridGame, moves).map((san) => ({ san })))
            }
            start={position?.ply ?? moves.length}
            shown={shownPly.value ?? moves.length}
            onShow={(ply) => (shownPly.value = ply === moves.length ? null : ply)}
          />
        </div>
        {position && mySide !== null && !course.end && (
          <TypedMove
            play={(text) =>
              mayMove ? playTyped(position, text, move) : pageWords.value.notYourMove
            }
            position={latest ? position : positionOf(start.game, start.setup, shown)}
            clock={() => {
              const [white, black] = clocksAt(course, serverTime());
              return { white, black };
            }}
            onResign={askToResign}
          />
        )}
        <Actions
          game={game}
          course={course}
          position={position}
          isCardShown={isCardShown}
          onFlip={() => (turned.value = !turned.value)}
        />
        <Chat game={game} course={course} />
        <ReportPlayer game={game} players={start.players} />
      </aside>
    </div>
  );
}

interface ChessProps {
  game: FollowedGame;
  course: Course;
  position: Position | null;
  shown: GameMove[];
  mayMove: boolean;
  flipped: boolean;
  latest: boolean;
  mySide: Side | null;
  /** Closes the result over the board; null if it is not shown. */
  closeCard: (() => void) | null;
  onMove: (move: GameMove) => void;
}

function ChessBoard({
  game: { id: gameId },
  course,
  position,
  shown,
  mayMove: isMyTurn,
  flipped,
  latest,
  mySide,
  closeCard,
  onMove,
}: ChessProps) {
  const choice = useSignal<Move[] | null>(null);
  const planned = useSignal<readonly Planned[]>([]);
  const { game, setup } = course.start;
  const drawn = `${gameId} ${shown.length}`;
  const mayMove = isMyTurn && position !== null; // until the rules have loaded, a move is a premove
  const here = latest ? position : positionOf(game, setup, shown);
  const play = (move: Move) => onMove({ uci: move.uci });

  // What was planned for a move that was taken back was planned for another game.
  useEffect(() => {
    choice.value = null;
    planned.value = [];
  }, [course.takebacks]);
  // The game may end while the choice of a promotion is open.
  useEffect(() => void (choice.value = null), [mayMove]);
  useEffect(() => {
    const [next, ...rest] = planned.value;
    if (!mayMove || !next) return;
    const wished = movesBetween(position?.legal ?? [], next.from, next.to);
    const move = wished.find(({ promotion }) => promotion === 'q') ?? wished[0];
    planned.value = move ? rest : []; // the later ones were made for a game that did not come
    if (move) play(move);
    else announce(pageWords.value.premoveImpossible(next.from, next.to));
  }, [mayMove]);

  return (
    <Board
      board={here?.board ?? startBoard}
      flipped={flipped}
      legal={mayMove ? (here?.legal ?? []) : []}
      last={here?.moves.at(-1)}
      check={here?.check ?? null}
      premoves={
        mySide !== null && latest && !mayMove && !course.end
          ? mySide === 0
            ? 'white'
            : 'black'
          : null
      }
      planned={planned.value}
      isEarly={position === null}
      arrows={drawnIn(drawn)}
      onDraw={(arrow) => draw(drawn, arrow)}
      onErase={() => erase(drawn)}
      onMove={(moves) => (moves.length === 1 ? play(moves[0]!) : (choice.value = moves))}
      onPremove={(from, to) => {
        planned.value = [...planned.value, { from, to }];
        announce(pageWords.value.premoveSet(from, to));
      }}
      onPremoveCancelled={() => {
        planned.value = [];
        announce(pageWords.value.premoveCancelled);
      }}
    >
      <RulesLoading />
      <PromotionChoice choice={choice} flipped={flipped} position={here?.fen} play={play} />
      {course.end && closeCard && (
        <ResultCard
          result={scoreOf(course.end)}
          sentence={endingText(
            { ...course.end, paused: course.paused },
            course.start.players,
            mySide,
          )}
          onClose={closeCard}
        >
          <AfterGame course={course} mySide={mySide} />
        </ResultCard>
      )}
    </Board>
  );
}

/** Puts the game into the page's title, so that another tab shows whose move it is. */
function useTitle(text: string): void {
  useEffect(() => {
    titleDetail.value = text;
    return () => void (titleDetail.value = '');
  }, [text]);
}

/** At the end, the field for moves goes; who was typing there is led to the board. */
function useFocusAtEnd(isOver: boolean): void {
  const wasOver = useRef(isOver);
  useEffect(() => {
    if (isOver && !wasOver.current && document.activeElement === document.body) focusBoard();
    wasOver.current = isOver;
  }, [isOver]);
}

/** Announces moves, answers and the result to screen readers, and plays the sounds. */
function useAnnouncements(game: FollowedGame): void {
  const { value: course } = game.course;
  const announced = useRef<Course | null>(null);
  useEffect(() => {
    if (!course) return;
    const before = announced.current;
    announced.current = course;
    if (!before) return;
    if (course.moves.length > before.moves.length) announceMove(course);
    announceAgreements(before, course, game.mySide.value);
    if (!before.end && course.end) {
      const result = { ...course.end, paused: course.paused };
      const ended = endingText(result, course.start.players, game.mySide.value);
      announce(`${scoreOf(course.end)}, ${ended}`);
      sound('end');
    }
  }, [course]);
}

/** The requests themselves are said by the line of the game's state, which is a live region. */
function announceAgreements(before: Course, { start, ...now }: Course, mySide: Side | null): void {
  const w = words.value;
  if (now.takebacks > before.takebacks) announce(w.takenBack);
  else if (
    mySide !== null &&
    before.takebackAsked === mySide &&
    now.takebackAsked === null &&
    now.moves.length === before.moves.length &&
    !now.end
  )
    announce(w.takebackDeclined);
  if (mySide === null) return;
  const theirs = other(mySide);
  if (now.gifts[theirs] > before.gifts[theirs]) announce(w.timeGivenBy(start.players[theirs]));
  if (now.gifts[mySide] > before.gifts[mySide]) announce(w.youGaveTime);
}

function announceMove({ start, moves, toMove }: Course): void {
  if (!isChess(start.game)) {
    announce(
      words.value.moveOf(
        words.value.sides(start.game)[other(toMove)],
        gridMoveNames(start.game as GridGame, moves).at(-1)!,
      ),
    );
    return sound('move');
  }
  const position = positionOf(start.game, start.setup, moves);
  const last = position?.moves.at(-1);
  if (!last) return;
  announce(lastMoveWords(position!));
  sound(soundOf(last));
}

/** The state of the game, with offers and requests to answer. */
function Standing({
  game,
  course,
  toMove,
  position,
}: {
  game: FollowedGame;
  course: Course;
  toMove: Side;
  position: Position | null;
}) {
  const w = words.value;
  const { start, end, drawOffer, takebackAsked } = course;
  const mySide = game.mySide.value;
  // The buttons go with the answer, and the focus must not go with them.
  const answer = (what: Parameters<FollowedGame['act']>[0]) => {
    void game.act(what).catch(showError);
    focusBoard();
  };
  if (end)
    return (
      <div class="over" role="status">
        <span>
          <strong>{scoreOf(end)}</strong>{' '}
          {endingText({ ...end, paused: course.paused }, start.players, mySide)}
        </span>
      </div>
    );
  const text =
    status.value !== 'connected'
      ? w.connectionLost
      : course.paused
        ? w.pausedGame
        : mySide === toMove
          ? w.yourMove
          : w.movesNext(start.players[toMove]);
  return (
    <div class={`standing ${mySide === toMove ? 'mine' : ''}`}>
      <div class="said" role="status">
        <p>
          <strong>{text}</strong>
          {mySide === null && ` ${w.watching}`}
        </p>
        {game.spectators.value > 0 && (
          <p class="soft spectators">{w.spectators(game.spectators.value)}</p>
        )}
        {drawOffer !== null && drawOffer === mySide && <p>{w.youOfferedDraw}</p>}
        {drawOffer !== null && drawOffer !== mySide && (
          <p>{w.drawOfferedBy(start.players[drawOffer])}</p>
        )}
        {takebackAsked !== null && (
          <p>
            {takebackAsked === mySide
              ? w.youAskedTakeback
              : w.takebackAskedBy(start.players[takebackAsked])}
          </p>
        )}
      </div>
      {mySide !== null && drawOffer === other(mySide) && (
        <div class="row">
          <button type="button" class="primary" onClick={() => answer('draw')}>
            {w.acceptDraw}
          </button>
          <button type="button" onClick={() => answer('declineDraw')}>
            {w.decline}
          </button>
        </div>
      )}
      {mySide !== null && takebackAsked === other(mySide) && (
        <div class="row takeback">
          <button type="button" class="primary" onClick={() => answer('acceptTakeback')}>
            {w.acceptTakeback}
          </button>
          <button type="button" onClick={() => answer('declineTakeback')}>
            {w.decline}
          </button>
        </div>
      )}
      {mySide === toMove && position?.claim && (
        <p>
          {pageWords.value.claimDraw}: {pageWords.value.reasons[position.claim]}
        </p>
      )}
    </div>
  );
}

function playTyped(position: Position, text: string, move: (move: GameMove) => void): string {
  const found = tryTyped(position, text);
  if ('wrong' in found) return found.wrong;
  move({ uci: found.move.uci });
  return '';
}

interface ActionsProps {
  game: FollowedGame;
  course: Course;
  position: Position | null;
  /** Whether the result over the board already has the buttons for after the game. */
  isCardShown: boolean;
  onFlip: () => void;
}

function analyse(course: Course, withReview: boolean): void {
  const { game, setup } = course.start;
  openMoves(startOf(game, setup), uciMoves(course.moves), tagsOf(course));
  show('analyse');
  if (withReview) void startReview().catch(showError);
}

/** The buttons for what can be done after a game. */
function AfterGame({ course, mySide }: { course: Course; mySide: Side | null }) {
  const w = words.value;
  const { start, moves } = course;
  const opponent = mySide === null ? '' : start.players[other(mySide)];
  const canRematch =
    mySide !== null &&
    !start.contest &&
    lobby.playersHere.value.some(({ name }) => name === opponent);
  const isOffered = lobby.myOffers.value.some(({ to }) => to === opponent);
  const theirs = lobby.challenges.value.find(
    (offer) => offer.from === opponent && lobby.isRematch(offer),
  );
  const rematch = (side: Side) =>
    void lobby.challenge(opponent, { ...start, side, setup: {} }).catch(showError);
  return (
    <>
      {theirs && (
        <button
          type="button"
          class="primary"
          onClick={() => void lobby.accept(theirs.id).catch(showError)}
        >
          {w.acceptRematch}
        </button>
      )}
      {canRematch && !theirs && (
        <button
          type="button"
          class="primary"
          disabled={isOffered}
          onClick={() => rematch(other(mySide))}
        >
          {isOffered ? w.rematchOffered : w.rematch}
        </button>
      )}
      {isChess(start.game) && moves.length > 0 && (
        <button type="button" onClick={() => analyse(course, true)}>
          {pageWords.value.review}
        </button>
      )}
      <button type="button" onClick={() => goTo('lobby')}>
        {w.toLobby}
      </button>
    </>
  );
}

/** What two who play for nothing may ask of each other and give. */
function Agreements({
  course,
  mySide,
  isConnected,
  act,
}: {
  course: Course;
  mySide: Side;
  isConnected: boolean;
  act: (what: 'takeback' | 'giveTime') => void;
}) {
  const w = words.value;
  const isPossible = isConnected && !course.paused;
  const mayAsk =
    isPossible &&
    hasMoved(course, mySide) &&
    course.takebackAsked === null &&
    !course.askedHere[mySide];
  // Not disabled by the browser, which would take the focus away from who has just pressed it.
  return (
    <>
      <button type="button" aria-disabled={!mayAsk} onClick={() => mayAsk && act('takeback')}>
        {w.askTakeback}
      </button>
      <button
        type="button"
        aria-disabled={!isPossible}
        onClick={() => isPossible && act('giveTime')}
      >
        {w.giveTime}
      </button>
    </>
  );
}

function Actions({ game, course, position, isCardShown, onFlip }: ActionsProps) {
  const w = words.value;
  const page = pageWords.value;
  const sure = useRef<HTMLDialogElement>(null);
  const { start, moves, end, drawOffer } = course;
  const mySide = game.mySide.value;
  const plays = mySide !== null && !end;
  const mostPliesToAbort = 1;
  const isConnected = status.value === 'connected';
  const canAbort = plays && moves.length <= mostPliesToAbort && !start.contest;
  const act = (...what: Parameters<FollowedGame['act']>) => void game.act(...what).catch(showError);

  return (
    <>
      {end && !isCardShown && (
        <div class="buttons">
          <AfterGame course={course} mySide={mySide} />
        </div>
      )}
      <div class="buttons">
        {plays &&
          !canAbort &&
          position &&
          (position.claim && mySide === course.toMove ? (
            <button type="button" onClick={() => act('claimDraw')}>
              {page.claimDraw}
            </button>
          ) : (
            <button
              type="button"
              onClick={() => drawOffer !== mySide && act('draw')}
              aria-disabled={drawOffer === mySide}
            >
              {page.offerDraw}
            </button>
          ))}
        {plays && (
          <button type="button" onClick={() => sure.current?.showModal()}>
            {page.resign}
          </button>
        )}
        {canAbort && (
          <button type="button" onClick={() => act('abort')}>
            {w.abort}
          </button>
        )}
        {plays && isCasual(start) && (
          <Agreements course={course} mySide={mySide} isConnected={isConnected} act={act} />
        )}
        <NewMessages game={game} course={course} />
        {isChess(start.game) && (
          <button type="button" onClick={onFlip}>
            {page.flip}
          </button>
        )}
        {position && (mySide === null || end) && (
          <button
            type="button"
            onClick={() => analyse(course, false)}
            disabled={moves.length === 0}
          >
            {page.analyse}
          </button>
        )}
      </div>
      <ResignDialog dialog={sure} onResign={() => act('resign')} />
    </>
  );
}
