// The server's own players, the weakest first. A click on one begins a game.
import { characters, descriptionOf, levels } from '../../game/opponents';
import { showError } from '../../shell/notices';
import { me } from '../identity';
import * as lobby from '../lobby';
import { type HousePlayer, isChess } from '../protocol';
import { words } from '../words';

/** The description in the page's language, if the page knows the player. */
function description({ name, description: own }: HousePlayer): string {
  const known = [...levels, ...characters].find((one) => one.name === name);
  return known ? descriptionOf(known) : own;
}

const strength = ({ rating }: HousePlayer) => rating ?? Infinity;

export function House({ players }: { players: readonly HousePlayer[] }) {
  const w = words.value;
  const canPlay = me.value !== null && isChess(lobby.wish.value.game);
  return (
    <section class="panel" aria-labelledby="house">
      <h2 id="house">{w.house}</h2>
      <p class="about">
        {isChess(lobby.wish.value.game) ? w.houseHelp : w.houseChess}
        {me.value === null && ` ${w.needsName}`}
      </p>
      <ul class="bots all">
        {players
          .toSorted((a, b) => strength(a) - strength(b))
          .map((player) => (
            <li key={player.name}>
              <button
                type="button"
                class="small"
                title={description(player)}
                disabled={!canPlay}
                onClick={() => void lobby.challenge(player.name, lobby.wish.value).catch(showError)}
              >
                <b>{player.name}</b>{' '}
                {player.rating !== null && <span class="rating">{Math.round(player.rating)}</span>}
              </button>
            </li>
          ))}
      </ul>
    </section>
  );
}
