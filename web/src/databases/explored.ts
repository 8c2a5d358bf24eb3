// What the opening explorer shows of a database: which one, and of which games. It is here because a
// player's page leads there, too.
import { effect, signal } from '@preact/signals';
import { load, save } from '../settings/storage';
import { colours, playerFields, type Colour } from './query';
import type { Fields } from './server';

export interface Filter {
  /** The least rating of both players; 0 for any. */
  rating: number;
  /** The first year; 0 for any. */
  since: number;
  player: string;
  colour: Colour;
}
export const noFilter: Filter = { rating: 0, since: 0, player: '', colour: 'both' };

interface Explored extends Filter {
  /** Empty where other games are shown. */
  database: string;
}

function isExplored(value: unknown): value is Explored {
  const { database, rating, since, player, colour } = { ...(value as Explored | null) };
  return (
    typeof database === 'string' &&
    Number.isInteger(rating) &&
    Number.isInteger(since) &&
    typeof player === 'string' &&
    colours.includes(colour!)
  );
}

export const explored = signal<Explored>(
  load('explorer.database', isExplored) ?? { ...noFilter, database: '' },
);
export const explore = (change: Partial<Explored>): void => {
  explored.value = { ...explored.value, ...change };
};
effect(() => save('explorer.database', explored.value));

export const filterFields = ({ rating, since, player, colour }: Filter): Fields => ({
  elo: rating > 0 ? `${rating}-` : '',
  since: since > 0 ? since : '',
  ...playerFields(player, colour),
});
