// How a game ended, in words.
import { reasonWords } from '../../words';
import { isForfeited } from '../pgn';
import type { Side } from '../protocol';
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

/** "Ann wins" */
export function outcomeText(
  { ending, winner }: Result,
  players: readonly [string, string],
): string {
  if (ending === 'aborted' || isForfeited({ ending, winner })) return '';
  return winner === null ? words.value.draw : words.value.wins(players[winner]);
}
