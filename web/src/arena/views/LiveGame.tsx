// A game of the arena: to play it, to watch it, and once it is over to go through it again.
import type { Move, Position } from 'kibitz';
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { show } from '../../App';
import { Board } from '../../board/Board';
import { openMoves } from '../../game/analysis';
import { complain, rules } from '../../game/core';
import { movesBetween } from '../../game/moves';
import { startReview } from '../../game/review';
import { sound } from '../../game/sound';
import { lastMoveWords, say } from '../../game/speech';
import { MoveList } from '../../views/MoveList';
import { PromotionChoice } from '../../views/Promotion';
import { TypedMove } from '../../views/TypedMove';
import { words as pageWords } from '../../words';
import { gridMoveNames, gridOf, type GridGame, positionOf, startOf, uciMoves } from '../boards';
import { status } from '../connection';
import type { Course, Followed } from '../games';
import * as lobby from '../lobby';
import { goTo, linkTo } from '../place';
import { type GameMove, isChess, other, type Side } from '../protocol';
import { words } from '../words';
import { Chat } from './Chat';
import { GameSide } from './GameSide';
import { GridBoard } from './GridBoard';
import { outcomeText, pgnResult, reasonText, scoreOf } from './results';
import { TermsText } from './TermsText';
import { useGame } from './useGame';

const startBoard = 'RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr';

export function LiveGame({ id }: { id: string }) {
  const game = useGame(id, 'spectator');
  if (game?.isUnknown.value) return <p class="centred" role="status">{words.value.notFound}</p>;
  if (!game?.course.value) return <p class="about centred" role="status">{words.value.loading}</p>;
  return <Table game={game} />;
}

function Table({ game }: { game: Followed }) {
  const w = words.value;
  const course = game.course.value!;
  const { start } = course;
  const mySide = game.mySide.value;
  const shownPly = useSignal<number | null>(null);
  const turned = useSignal(false);
  const flipped = (mySide === 1) !== turned.value;
  const bottom: Side = flipped ? 1 : 0;

  // With the move that was just made here, and is on its way.
  const moves = useComputed(() => {
    const made = game.course.value?.moves ?? [];
    const pending = game.pending.value;
    return pending?.ply === made.length ? [...made, pending.move] : made;
  }).value;
  const latest = shownPly.value === null;
  const toMove = moves.length > course.moves.length ? other(course.toMove) : course.toMove;
  const mayMove = latest && !course.end && !course.paused && mySide === toMove && !game.pending.value && status.value === 'connected';
  const shown = moves.slice(0, shownPly.value ?? moves.length);

  useTold(game);
  useTitle(mayMove ? `● ${w.yourMove}` : '');
  const move = (made: GameMove) => void game.move(made).catch(complain);
  const isChessGame = isChess(start.game);
  const position = isChessGame ? positionOf(start.game, start.setup, moves) : null;
  const board = { game, course, shown, mayMove, flipped, latest, mySide, onMove: move };

  return (
    <div class={`layout live-game ${start.game}`}>
      <section class="table" aria-label={w.versus(...start.players)}>
        <GameSide course={course} side={other(bottom)} toMove={toMove} />
        {isChessGame ? <ChessBoard {...board} position={position} /> : <GridBoard game={start.game as GridGame} grid={gridOf(start.game as GridGame, shown)} canPlay={mayMove ? mySide : null} onMove={move} />}
        <GameSide course={course} side={bottom} toMove={toMove} />
      </section>
      <aside class="panel" aria-label={w.game}>
        <p class="facts">
          <TermsText terms={start} isPerMove={start.perMove} />
          {start.contest && <a href={linkTo('contest', start.contest)}>{w.inContest(start.contest)}</a>}
        </p>
        <Standing game={game} course={course} toMove={toMove} position={position} />
        {position && <div class="opening">{position.opening?.name ?? '\u00a0'}</div>}
        <MoveList
          moves={position?.moves ?? (isChessGame ? [] : gridMoveNames(start.game as GridGame, moves).map((san) => ({ san })))}
          start={position?.ply ?? moves.length}
          shown={shownPly.value ?? moves.length}
          onShow={(ply) => (shownPly.value = ply === moves.length ? null : ply)}
        />
        {position && mayMove && <TypedMove play={(text) => readTyped(course, text, move)} />}
        <Actions game={game} course={course} position={position} onFlip={() => (turned.value = !turned.value)} />
        <Chat game={game} course={course} />
      </aside>
    </div>
  );
}

interface ChessProps {
  game: Followed;
  course: Course;
  position: Position | null;
  shown: GameMove[];
  mayMove: boolean;
  flipped: boolean;
  latest: boolean;
  mySide: Side | null;
  onMove: (move: GameMove) => void;
}

function ChessBoard({ course, position, shown, mayMove, flipped, latest, mySide, onMove }: ChessProps) {
  const choice = useSignal<Move[] | null>(null);
  const premove = useSignal<{ from: string; to: string } | null>(null);
  const { game, setup } = course.start;
  const here = latest ? position : positionOf(game, setup, shown);
  const play = (move: Move) => onMove({ uci: move.uci });

  // The game may be over before a piece is chosen.
  useEffect(() => void (choice.value = null), [mayMove]);
  useEffect(() => {
    if (!mayMove || !premove.value) return;
    const { from, to } = premove.value;
    premove.value = null;
    const wished = movesBetween(position?.legal ?? [], from, to);
    const move = wished.find(({ promotion }) => promotion === 'q') ?? wished[0];
    if (move) play(move);
  }, [mayMove]);

  return (
    <>
      <Board
        board={here?.board ?? startBoard}
        flipped={flipped}
        legal={mayMove ? (here?.legal ?? []) : []}
        last={here?.moves.at(-1)}
        check={here?.check ?? null}
        premoves={mySide !== null && latest && !mayMove && !course.end ? (mySide === 0 ? 'white' : 'black') : null}
        premove={premove.value}
        onMove={(moves) => (moves.length === 1 ? play(moves[0]!) : (choice.value = moves))}
        onPremove={(from, to) => {
          premove.value = { from, to };
          say(pageWords.value.premoveSet(from, to));
        }}
        onPremoveCancelled={() => {
          premove.value = null;
          say(pageWords.value.premoveCancelled);
        }}
      />
      <PromotionChoice choice={choice} play={play} />
    </>
  );
}

/** Words before the page's title, for those who look at another page meanwhile. */
function useTitle(text: string): void {
  useEffect(() => {
    const usual = document.title;
    if (text) document.title = `${text} – Kibitz`;
    return () => void (document.title = usual);
  }, [text]);
}

/** What happens is spoken, and heard by those who want to. */
function useTold(game: Followed): void {
  const { value: course } = game.course;
  const heard = useRef({ moves: -1, isOver: true });
  useEffect(() => {
    if (!course) return;
    const { moves, isOver } = heard.current;
    heard.current = { moves: course.moves.length, isOver: course.end !== null };
    if (moves >= 0 && course.moves.length > moves) tellMove(course);
    if (!isOver && course.end) {
      say(`${scoreOf(course.end)}, ${outcomeText(course.end, course.start.players)} ${reasonText(course.end)}`);
      sound('end');
    }
  }, [course]);
}

function tellMove({ start, moves, toMove }: Course): void {
  if (!isChess(start.game)) {
    say(words.value.moveOf(words.value.sides(start.game)[other(toMove)], gridMoveNames(start.game as GridGame, moves).at(-1)!));
    return sound('move');
  }
  const position = positionOf(start.game, start.setup, moves);
  const last = position?.moves.at(-1);
  if (!last) return;
  say(lastMoveWords(position!));
  sound(last.captured ? 'capture' : 'move');
}

/** How it stands, and what wants an answer. */
function Standing({ game, course, toMove, position }: { game: Followed; course: Course; toMove: Side; position: Position | null }) {
  const w = words.value;
  const { start, end, drawOffer } = course;
  const mySide = game.mySide.value;
  if (end)
    return (
      <div class="over" role="status">
        <span><strong>{scoreOf(end)}</strong> {outcomeText(end, start.players)}</span>
        <span>{reasonText(end)}</span>
      </div>
    );
  const text =
    status.value !== 'connected' ? w.connectionLost
    : course.paused ? w.pausedGame
    : mySide === toMove ? w.yourMove
    : w.movesNext(start.players[toMove]);
  return (
    <div class={`standing ${mySide === toMove ? 'mine' : ''}`} role="status">
      <p><strong>{text}</strong>{mySide === null && ` ${w.watching}`}</p>
      {game.spectators.value > 0 && <p class="soft spectators">{w.spectators(game.spectators.value)}</p>}
      {drawOffer !== null && drawOffer === mySide && <p>{w.youOfferedDraw}</p>}
      {drawOffer !== null && drawOffer !== mySide && <p>{w.drawOfferedBy(start.players[drawOffer])}</p>}
      {mySide !== null && drawOffer === other(mySide) && (
        <div class="row">
          <button type="button" class="primary" onClick={() => void game.act('draw').catch(complain)}>{w.acceptDraw}</button>
          <button type="button" onClick={() => void game.act('declineDraw').catch(complain)}>{w.decline}</button>
        </div>
      )}
      {mySide === toMove && position?.claim && <p>{pageWords.value.claimDraw}: {pageWords.value.reasons[position.claim]}</p>}
    </div>
  );
}

function readTyped(course: Course, text: string, move: (move: GameMove) => void): string {
  const { game, setup } = course.start;
  try {
    move({ uci: rules.value!.readMove(startOf(game, setup), uciMoves(course.moves), text).uci });
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

interface ActionsProps {
  game: Followed;
  course: Course;
  position: Position | null;
  onFlip: () => void;
}

function Actions({ game, course, position, onFlip }: ActionsProps) {
  const w = words.value;
  const page = pageWords.value;
  const sure = useRef<HTMLDialogElement>(null);
  const { start, moves, end, drawOffer } = course;
  const mySide = game.mySide.value;
  const plays = mySide !== null && !end;
  const mostPliesToAbort = 1;
  const canAbort = plays && moves.length <= mostPliesToAbort && !start.contest;
  const act = (...what: Parameters<Followed['act']>) => void game.act(...what).catch(complain);

  function analyse(withReview: boolean) {
    const { players, game: kind, setup, contest, time } = start;
    openMoves(startOf(kind, setup), uciMoves(moves), {
      Event: contest || 'Kibitz',
      Date: new Date(time).toISOString().slice(0, 10).replaceAll('-', '.'),
      White: players[0],
      Black: players[1],
      ...(end && { Result: pgnResult(end) }),
    });
    show('analyse');
    if (withReview) void startReview().catch(complain);
  }

  const opponent = mySide === null ? '' : start.players[other(mySide)];
  const canRematch = end && mySide !== null && !start.contest && lobby.playersHere.value.some(({ name }) => name === opponent);
  const isOffered = lobby.myOffers.value.some(({ to }) => to === opponent);

  return (
    <>
      {end && (
        <div class="buttons">
          {canRematch && (
            <button type="button" class="primary" disabled={isOffered} onClick={() => void lobby.challenge(opponent, { ...start, side: other(mySide), setup: {} }).catch(complain)}>
              {isOffered ? w.rematchOffered : w.rematch}
            </button>
          )}
          {position && moves.length > 0 && <button type="button" onClick={() => analyse(true)}>{page.review}</button>}
          <button type="button" onClick={() => goTo('lobby')}>{w.toLobby}</button>
        </div>
      )}
      <div class="buttons">
        {plays && !canAbort && position && (
          position.claim && mySide === course.toMove
            ? <button type="button" onClick={() => act('claimDraw')}>{page.claimDraw}</button>
            : <button type="button" onClick={() => act('draw')} disabled={drawOffer === mySide}>{page.offerDraw}</button>
        )}
        {plays && <button type="button" onClick={() => sure.current?.showModal()}>{page.resign}</button>}
        {canAbort && <button type="button" onClick={() => act('abort')}>{w.abort}</button>}
        {isChess(start.game) && <button type="button" onClick={onFlip}>{page.flip}</button>}
        {position && (mySide === null || end) && <button type="button" onClick={() => analyse(false)} disabled={moves.length === 0}>{page.analyse}</button>}
      </div>
      <dialog ref={sure} aria-labelledby="resign-title">
        <h2 id="resign-title">{page.resignSure}</h2>
        <div class="row">
          <button type="button" class="primary" onClick={() => { sure.current?.close(); act('resign'); }}>{page.resign}</button>
          <button type="button" onClick={() => sure.current?.close()}>{page.playOn}</button>
        </div>
      </dialog>
    </>
  );
}
