// How a game ended, in words.
import { reasonWords } from '../../words';
import { isForfeited } from '../pgn';
import { other, type Side } from '../protocol';
import { words } from '../words';

interface Result {
  ending: string;
  winner: Side | null;
  reason: string;
  /** Whether it was waiting for its players when it ended. */
  paused?: boolean;
}

export function scoreOf({ ending, winner }: Result): string {
  if (ending === 'aborted') return '–';
  if (isForfeited({ ending, winner })) return '0–0';
  return winner === null ? '½–½' : winner === 0 ? '1–0' : '0–1';
}

export function reasonText({ ending, winner, reason, paused }: Result): string {
  const w = words.value;
  if (isForfeited({ ending, winner })) return w.bothAway;
  if (ending === 'aborted') return paused ? w.notComeBack : w.aborted;
  return w.why(reason) ?? reasonWords(reason);
}

/** "You resigned. Ann wins": how a game ended, for a player of it or for somebody who looked on. */
export function endingText(
  result: Result,
  players: readonly [string, string],
  mySide: Side | null,
): string {
  const { ending, winner, reason } = result;
  const isWon = winner !== null && ending !== 'aborted' && !isForfeited({ ending, winner });
  if (mySide === null || !isWon)
    return `${outcomeText(result, players)} ${reasonText(result)}`.trim();
  const w = words.value;
  if (winner !== mySide)
    return w.yourDoing[reason]
      ? `${w.yourDoing[reason]} ${outcomeText(result, players)}.`
      : `${w.youLost}: ${reasonText(result)}`;
  const doing = w.theirDoing[reason]?.(players[other(mySide)]);
  return doing ? `${doing} ${w.youWin}.` : `${w.youWin}: ${reasonText(result)}`;
}

/** "Ann wins" */
export function outcomeText(
  { ending, winner }: Result,
  players: readonly [string, string],
): string {
  if (ending === 'aborted' || isForfeited({ ending, winner })) return '';
  return winner === null ? words.value.draw : words.value.wins(players[winner]);
}
