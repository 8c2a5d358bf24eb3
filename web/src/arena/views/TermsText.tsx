// The terms of a game in one line.
import { isChess, type GameKind, type Side, type Terms } from '../protocol';
import { words } from '../words';
import { PieceImage } from '../../board/pieces';

/** "5+3": minutes and seconds; "3 s a move" where each move has its own. */
function timeText({ base, increment }: Terms, isPerMove: boolean): string {
  if (isPerMove) return words.value.secondsAMove(base / 1000);
  const seconds = Math.round(base / 1000);
  const minutes =
    seconds % 60 === 0
      ? String(seconds / 60)
      : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return `${minutes}+${increment / 1000}`;
}

export function GameIcon({ game }: { game: GameKind }) {
  if (isChess(game))
    return (
      <span class="game-icon" aria-hidden="true">
        <PieceImage piece={game === 'chess' ? 'K' : 'n'} />
        {game === 'chess960' && <b>960</b>}
      </span>
    );
  return (
    <svg class="game-icon" viewBox="0 0 24 24" aria-hidden="true">
      {game === 'connectfour' ? (
        <>
          <rect class="rack" x="1.5" y="1.5" width="21" height="21" rx="4" />
          <circle class="disc-0" cx="8" cy="8" r="3.6" />
          <circle class="disc-1" cx="16" cy="8" r="3.6" />
          <circle class="disc-1" cx="8" cy="16" r="3.6" />
          <circle class="disc-0" cx="16" cy="16" r="3.6" />
        </>
      ) : (
        <>
          <path class="cross" d="M3 3l7 7M10 3l-7 7" />
          <circle class="nought" cx="17.5" cy="17.5" r="3.8" />
          <path class="lines" d="M12 1.5v21M1.5 12h21" />
        </>
      )}
    </svg>
  );
}

interface Props {
  terms: Terms;
  isPerMove?: boolean;
  /** The side that the user would have: null if it is random, undefined if it is not shown. */
  side?: Side | null;
}

export function TermsText({ terms, isPerMove = false, side }: Props) {
  const w = words.value;
  return (
    <span class="terms">
      <GameIcon game={terms.game} />
      <span>{w.games[terms.game]}</span>
      <span class="time-text">{timeText(terms, isPerMove)}</span>
      <span>{terms.rated ? w.rated : w.casual}</span>
      {side !== undefined && (
        <span>{side === null ? w.eitherSide : w.youWouldPlay(w.sides(terms.game)[side])}</span>
      )}
    </span>
  );
}
