// The user's own openings: the positions that arise in several of their games, and what they play there.
import type { UsualMove } from 'kibitz/database';
import { numberOf } from './record';

export interface OwnPosition extends Omit<UsualMove, 'position'> {
  /** The position's number, by which it is kept. */
  position: number;
}

export const ownPosition = (usual: UsualMove): OwnPosition => ({
  ...usual,
  position: numberOf(usual.position),
});
