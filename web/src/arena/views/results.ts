// How a game ended, in words.
import { reasonWords } from '../../words';
import type { Side } from '../protocol';
import { words } from '../words';

interface Result {
  ending: string;
  winner: Side | null;
  reason: string;
}

export function scoreOf({ ending, winner }: Result): string {
  if (ending === 'aborted') return '–';
  return winner === null ? '½–½' : winner === 0 ? '1–0' : '0–1';
}

/** As PGN has it. */
export function pgnResult({ ending, winner }: Result): string {
  if (ending === 'aborted') return '*';
  return winner === null ? '1/2-1/2' : winner === 0 ? '1-0' : '0-1';
}

export function reasonText({ ending, reason }: Result): string {
  const w = words.value;
  if (ending === 'aborted') return reason.startsWith('aborted') ? w.aborted : w.notComeBack;
  return w.why(reason) ?? reasonWords(reason);
}

/** "Ann wins" */
export function outcomeText({ ending, winner }: Result, players: readonly [string, string]): string {
  if (ending === 'aborted') return '';
  return winner === null ? words.value.draw : words.value.wins(players[winner]);
}
