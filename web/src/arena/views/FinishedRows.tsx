// A list of finished games.
import { linkTo } from '../place';
import { isForfeited } from '../pgn';
import type { Finished, Side } from '../protocol';
import { words } from '../words';
import { reasonText, scoreOf } from './results';
import { GameIcon } from './TermsText';

interface Props {
  games: Finished[];
  /** The player from whose point of view the results are shown; without, as 1–0. */
  of?: string;
}

export function FinishedRows({ games, of }: Props) {
  const w = words.value;
  const date = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.newestGames}>
      <table class="games-table">
        <thead>
          <tr>
            <th scope="col">{w.game}</th>
            <th scope="col">{of === undefined ? w.players : w.opponent}</th>
            <th scope="col">{w.result}</th>
            <th scope="col" class="wide-only">
              {w.date}
            </th>
            <th scope="col">
              <span class="hidden">{w.replay}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {games.map((game) => (
            <tr key={game.id}>
              <td>
                <GameIcon game={game.game} />
                <span class="hidden">{w.games[game.game]}</span>
              </td>
              <td>
                {of === undefined ? (
                  <Names players={game.players} winner={game.winner} />
                ) : (
                  <a href={linkTo('player', opponentOf(game, of))}>{opponentOf(game, of)}</a>
                )}
              </td>
              <td>
                <strong class={of === undefined ? '' : resultFor(game, of)}>
                  {of === undefined ? scoreOf(game) : w.results[resultFor(game, of)]}
                </strong>
                {', '}
                <span class="soft">{reasonText(game)}</span>
              </td>
              <td class="wide-only soft">{date.format(new Date(game.ended))}</td>
              <td>
                <a class="button small" href={linkTo('game', game.id)}>
                  {w.replay}
                </a>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Names({ players, winner }: { players: [string, string]; winner: Side | null }) {
  const name = (side: Side) => (winner === side ? <strong>{players[side]}</strong> : players[side]);
  return (
    <>
      {name(0)} – {name(1)}
    </>
  );
}

const sideOf = ({ players }: Finished, name: string): Side => (players[0] === name ? 0 : 1);
const opponentOf = (game: Finished, name: string) => game.players[sideOf(game, name) === 0 ? 1 : 0];

function resultFor(game: Finished, name: string): 'won' | 'lost' | 'drawn' | 'aborted' {
  if (game.ending === 'aborted') return 'aborted';
  if (isForfeited(game)) return 'lost';
  if (game.winner === null) return 'drawn';
  return game.winner === sideOf(game, name) ? 'won' : 'lost';
}
