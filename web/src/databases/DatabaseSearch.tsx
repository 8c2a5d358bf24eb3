// The search in a database of the server's, and the games that it found.
import { useSignal } from '@preact/signals';
import { GameRows } from './GameRows';
import { NameField } from './NameField';
import { Choice, isRoomy, PositionField, TextField } from './SearchFields';
import { colours, everything, isOfPlayer, motifs, orders, outcomes, type Query } from './query';
import {
  found,
  narrow,
  query,
  searchAgain,
  showMore,
  shown,
  trouble,
  wantEverything,
  wantPosition,
} from './state';
import { words } from './words';

export function DatabaseSearch() {
  const w = words.value;
  const games = found.value;
  return (
    <section class="panel find-games" aria-label={w.parts.list}>
      <Fields />
      <p role="status" class="about">
        {trouble.value === '' && countText()}
      </p>
      {trouble.value && (
        <div class="no-games">
          <p class="wrong" role="alert">
            {trouble.value}
          </p>
          <button type="button" onClick={searchAgain}>
            {w.tryAgain}
          </button>
        </div>
      )}
      {games?.found === 0 && !trouble.value && (
        <div class="no-games">
          <p>{w.noneFound}</p>
          {query.value !== everything && (
            <button type="button" onClick={wantEverything}>
              {w.clearSearch}
            </button>
          )}
        </div>
      )}
      {games && !trouble.value && (
        <GameRows database={shown.value} games={games.games} label={w.parts.list} />
      )}
      {games && games.found > games.games.length && !trouble.value && (
        <button type="button" class="wide" onClick={() => void showMore()}>
          {w.more}
        </button>
      )}
    </section>
  );
}

function countText(): string {
  const w = words.value;
  const games = found.value;
  if (!games) return w.looking;
  return games.complete ? w.found(games.found) : w.foundSoFar(games.found);
}

/** What is asked for has to be seen. */
const hasMore = ({ player, opponent, colour, outcome, opening, order, ...more }: Query) =>
  Object.entries(more).some(([name, value]) => value !== everything[name as keyof Query]);

function Fields() {
  const w = words.value;
  const { player, opponent, colour, outcome, order } = query.value;
  // Nobody can have won for a player who is not named.
  const isNamed = player.trim() !== '';
  const isOpen = useSignal(isRoomy());
  const possible = outcomes.filter((one) => isNamed || !isOfPlayer(one));
  return (
    <form role="search" aria-label={w.search} onSubmit={(event) => event.preventDefault()}>
      <NameField
        label={w.player}
        database={shown.value}
        value={player}
        onInput={(name) => narrow({ player: name })}
      />
      <NameField
        label={w.opponent}
        database={shown.value}
        value={opponent}
        onInput={(name) => narrow({ opponent: name })}
      />
      <Choice
        label={w.colour}
        value={colour}
        all={colours}
        names={w.colours}
        onChange={(one) => narrow({ colour: one })}
      />
      <QueryField label={w.opening} name="opening" />
      <Choice
        label={w.outcome}
        value={possible.includes(outcome) ? outcome : 'any'}
        all={possible}
        names={w.outcomes}
        onChange={(one) => narrow({ outcome: one })}
      />
      <Choice
        label={w.order}
        value={order}
        all={orders}
        names={w.orders}
        onChange={(one) => narrow({ order: one })}
      />
      <details
        open={isOpen.value || hasMore(query.value)}
        onToggle={(event) => (isOpen.value = event.currentTarget.open)}
      >
        <summary>{w.moreFields}</summary>
        <div>
          <QueryField label={w.since} name="since" />
          <QueryField label={w.until} name="until" />
          <QueryField label={w.rating} name="rating" isNumber />
          <QueryField label={w.line} name="line" />
          <QueryField label={w.material} name="material" />
          <QueryField label={w.pawns} name="pawns" />
          <Choice
            label={w.motif}
            value={query.value.motif}
            all={motifs}
            names={w.motifs}
            onChange={(one) => narrow({ motif: one })}
          />
          <QueryField label={w.missedWin} name="missedWin" isNumber />
          <QueryField label={w.evalSwing} name="evalSwing" isNumber />
          <PositionField
            fen={query.value.position}
            want={wantPosition}
            wantNone={() => narrow({ position: '' })}
          />
        </div>
      </details>
    </form>
  );
}

type TextName =
  | 'opening'
  | 'since'
  | 'until'
  | 'rating'
  | 'line'
  | 'material'
  | 'pawns'
  | 'missedWin'
  | 'evalSwing';

function QueryField({ name, ...props }: { label: string; name: TextName; isNumber?: boolean }) {
  return (
    <TextField
      {...props}
      value={query.value[name]}
      onInput={(text) => narrow({ [name]: text } as Partial<Query>)}
    />
  );
}
