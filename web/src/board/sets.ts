// The piece sets, each a group of shapes with the same six ids. Fill and outline are set where a shape
// is used. Staunton's is part of the page; the others are fetched together.
import { signal } from '@preact/signals';
import { pieceShapes } from '../generated/pieces';
import type { PieceSet } from '../settings/preferences';

type OtherSets = typeof import('./other-sets').otherSets;
const others = signal<OtherSets | null>(null);

export async function fetchOtherSets(): Promise<void> {
  others.value ??= (await import('./other-sets')).otherSets;
}

/** Fetches what a set needs; without a network, Staunton's is shown. */
export const fetchSet = async (set: PieceSet): Promise<void> =>
  set === 'staunton' ? undefined : fetchOtherSets().catch(() => {});

/** Until the other sets have arrived, all of them are Staunton's. */
export function shapesOf(set: PieceSet, letters: Record<string, string>): string {
  return set === 'staunton' ? pieceShapes : (others.value?.[set](letters) ?? pieceShapes);
}
