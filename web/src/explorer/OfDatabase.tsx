// What the explorer has for a database of the server's: which of its games count, and the games that
// reached the position.
import { explore, explored, noFilter } from '../databases/explored';
import { GameRows } from '../databases/GameRows';
import { NameField } from '../databases/NameField';
import { colours, type Colour } from '../databases/query';
import { narrow, part, shown } from '../databases/state';
import { everything } from '../databases/query';
import { words } from '../databases/words';
import { Segments } from '../design/Segments';
import { here } from '../game/analysis';
import { show } from '../shell/navigation';
import { database, gameOrder, gameOrders, games, isComplete } from './explorer';

const ratings = [2000, 2200, 2400, 2600];
/** Years before this one. */
const periods = [1, 3, 5, 10, 20];

export function DatabaseFilter() {
  const w = words.value;
  const { rating, since, player, colour } = explored.value;
  const now = new Date().getFullYear();
  const years = new Set([...periods.map((period) => now - period), ...(since > 0 ? [since] : [])]);
  return (
    <div class="explorer-filter">
      <select
        aria-label={w.explorerRating}
        value={rating}
        onChange={(event) => explore({ rating: Number(event.currentTarget.value) })}
      >
        <option value={0}>{w.anyRating}</option>
        {ratings.map((one) => (
          <option value={one} key={one}>
            {w.ratedFrom(one)}
          </option>
        ))}
      </select>
      <select
        aria-label={w.period}
        value={since}
        onChange={(event) => explore({ since: Number(event.currentTarget.value) })}
      >
        <option value={0}>{w.anyTime}</option>
        {[...years]
          .toSorted((a, b) => b - a)
          .map((year) => (
            <option value={year} key={year}>
              {w.sinceYear(year)}
            </option>
          ))}
      </select>
      <NameField
        label={w.player}
        database={database.value}
        value={player}
        onInput={(name) => explore({ player: name })}
      />
      {player.trim() !== '' && (
        <select
          aria-label={w.colour}
          value={colour}
          onChange={(event) => explore({ colour: event.currentTarget.value as Colour })}
        >
          {colours.map((one) => (
            <option value={one} key={one}>
              {w.colours[one]}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

export function NothingInDatabase() {
  const w = words.value;
  const { rating, since, player } = explored.value;
  return (
    <div class="empty">
      <p>{w.noneHere}</p>
      {(rating > 0 || since > 0 || player !== '') && (
        <button type="button" onClick={() => explore(noFilter)}>
          {w.removeFilters}
        </button>
      )}
    </div>
  );
}

export function GamesHere() {
  const w = words.value;
  return (
    <section class="games-here" aria-label={w.gamesHere}>
      {!isComplete.value && <p class="about">{w.partial}</p>}
      <Segments
        legend={w.gamesHere}
        name="games-here"
        value={gameOrder.value}
        all={gameOrders}
        text={(one) => w.orders[one]}
        onChange={(one) => (gameOrder.value = one)}
      />
      <GameRows
        database={database.value}
        games={games.value}
        label={w.gamesHere}
        position={here.value?.name ?? ''}
      />
      <button type="button" onClick={showAll}>
        {w.all}
      </button>
    </section>
  );
}

/** In the place for it, with what the explorer asks for. */
function showAll(): void {
  const { rating, since, player, colour } = explored.value;
  narrow({
    ...everything,
    rating: rating > 0 ? String(rating) : '',
    since: since > 0 ? String(since) : '',
    player,
    colour,
    position: here.value?.fen ?? '',
    order: gameOrder.value,
  });
  shown.value = database.value;
  part.value = 'list';
  show('games');
}
