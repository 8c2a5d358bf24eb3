// A game that was played here, as PGN.
import type { Rules } from 'kibitz';
import { findOpponent, nameOf } from './opponents';
import type { Ending, Played } from './play';
import { words } from '../words';

export const isAgainstPerson = ({ opponent }: Played): boolean => opponent === 'person';

export function playedTags(game: Played, ending: Ending | null): Record<string, string> {
  const w = words.value;
  const opponent = findOpponent(game.opponent);
  const [mine, theirs] = isAgainstPerson(game) ? [w.player, w.player] : [w.you, nameOf(opponent)];
  const isWhite = game.color === 'white';
  return {
    Event: 'Kibitz',
    Date: new Date().toISOString().slice(0, 10).replaceAll('-', '.'),
    White: isWhite ? mine : theirs,
    Black: isWhite ? theirs : mine,
    ...(opponent.rating && { [isWhite ? 'BlackElo' : 'WhiteElo']: String(opponent.rating) }),
    ...(ending && { Result: ending.result }),
  };
}

export function playedPgn(rules: Rules, game: Played, ending: Ending | null): string {
  const made = rules.newGame(game.start);
  try {
    let node = 0;
    for (const move of game.moves) node = made.play(node, move);
    for (const [name, value] of Object.entries(playedTags(game, ending))) made.tag(name, value);
    if (ending) made.result(ending.result);
    return made.pgn();
  } finally {
    made.close();
  }
}
