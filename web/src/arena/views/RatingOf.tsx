// The live rating of a player who is here, beside the name.
import * as lobby from '../lobby';
import type { GameKind } from '../protocol';
import { words } from '../words';

export function RatingOf({ name, game }: { name: string; game: GameKind }) {
  const rating = lobby.ratingOf(name, game);
  return rating === undefined ? null : (
    <span class="rating" title={words.value.rating}>
      {rating}
    </span>
  );
}
