// How a game ended for the user, as far as it matters for what their opponent says.
import type { Color } from 'kibitz';
import type { Ending } from '../game/play';

export interface Parting {
  result: 'won' | 'lost' | 'drawn';
  how: 'mate' | 'resigned' | 'time' | 'other';
}

export function partingAfter(color: Color, ending: Ending | null): Parting | null {
  if (!ending) return null;
  const { result, reason } = ending;
  const how = reason.endsWith('resigns')
    ? 'resigned'
    : reason === 'checkmate'
      ? 'mate'
      : reason === 'time ran out'
        ? 'time'
        : 'other';
  if (result === '1/2-1/2') return { result: 'drawn', how: 'other' };
  return { result: (result === '1-0') === (color === 'white') ? 'won' : 'lost', how };
}
