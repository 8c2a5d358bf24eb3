// The rating lists.
import { useSignal } from '@preact/signals';
import { readResource } from '../connection';
import { linkTo } from '../place';
import { type GameKind, gameKinds, type Rating } from '../protocol';
import { words } from '../words';
import { GameIcon } from './TermsText';
import { useResource } from './useResource';

interface Lists {
  live: (Rating & { player: string })[];
  bots: { player: string; version: string; games: number; elo: number; margin: number }[];
}

export function Ratings() {
  const w = words.value;
  const game = useSignal<GameKind>('chess');
  const lists = useResource(() => readResource<Lists>('ratings', game.value), [game.value]);
  const { live = [], bots = [] } = lists.value ?? {};
  return (
    <div class="page">
      <section class="panel" aria-labelledby="live-ratings">
        <h2 id="live-ratings">{w.liveRatings}</h2>
        <fieldset class="choice games">
          <legend class="hidden">{w.game}</legend>
          {gameKinds.map((kind) => (
            <label key={kind}>
              <input
                type="radio"
                name="rated-game"
                checked={game.value === kind}
                onChange={() => (game.value = kind)}
              />
              <span>
                <GameIcon game={kind} />
                {w.games[kind]}
              </span>
            </label>
          ))}
        </fieldset>
        {live.length === 0 ? (
          <p class="about" role="status">
            {w.noRatings}
          </p>
        ) : (
          <>
            <Table
              rows={live.map(({ player, rating, deviation, games }) => ({
                player,
                games,
                rating,
                margin: 2 * deviation,
              }))}
            />
            <p class="about">{w.liveRatingsHelp}</p>
          </>
        )}
      </section>
      {bots.length > 0 && (
        <section class="panel" aria-labelledby="bot-ratings">
          <h2 id="bot-ratings">{w.botRatings}</h2>
          <Table
            rows={bots.map(({ player, version, elo, margin, games }) => ({
              player,
              version,
              games,
              rating: elo,
              margin,
            }))}
          />
          <p class="about">{w.botRatingsHelp}</p>
        </section>
      )}
    </div>
  );
}

function Table({
  rows,
}: {
  rows: { player: string; version?: string; games: number; rating: number; margin: number }[];
}) {
  const w = words.value;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col" class="number-cell">
            <abbr title={w.rank}>{w.short.rank}</abbr>
          </th>
          <th scope="col">{w.player}</th>
          <th scope="col" class="number-cell">
            {w.rating}
          </th>
          <th scope="col" class="number-cell">
            ±
          </th>
          <th scope="col" class="number-cell">
            {w.played}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ player, version = '', games, rating, margin }, i) => (
          <tr key={`${player} ${version}`}>
            <td class="number-cell soft">{i + 1}</td>
            <td>
              <a href={linkTo('player', player)}>{player}</a> <span class="soft">{version}</span>
            </td>
            <td class="number-cell">
              <strong>{rating}</strong>
            </td>
            <td class="number-cell soft">{margin}</td>
            <td class="number-cell soft">{games}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
