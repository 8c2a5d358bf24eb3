// The search in a database of the server's, and the games that it found.
import { useSignal } from '@preact/signals';
import { here, openLast } from '../game/analysis';
import { checked } from '../game/editor';
import { rules } from '../game/core';
import { focusNext } from '../design/focus';
import { GameRows } from './GameRows';
import { NameField } from './NameField';
import { colours, everything, isOfPlayer, orders, outcomes, type Query } from './query';
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

/** A window in which the games are seen below all fields. */
const isRoomy = () => matchMedia('(min-width: 900px) and (min-height: 900px)').matches;
/** What is asked for has to be seen. */
const hasMore = ({ since, until, rating, line, material, position }: Query) =>
  [since, until, rating, line, material, position].some((value) => value !== '');

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
      <TextField label={w.opening} name="opening" />
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
          <TextField label={w.since} name="since" />
          <TextField label={w.until} name="until" />
          <TextField label={w.rating} name="rating" isNumber />
          <TextField label={w.line} name="line" />
          <TextField label={w.material} name="material" />
          <PositionField />
        </div>
      </details>
    </form>
  );
}

type TextName = 'opening' | 'since' | 'until' | 'rating' | 'line' | 'material';

function TextField(props: { label: string; name: TextName; isNumber?: boolean }) {
  const { label, name, isNumber } = props;
  return (
    <label>
      {label}
      <input
        value={query.value[name]}
        inputMode={isNumber ? 'numeric' : 'text'}
        autocomplete="off"
        spellcheck={false}
        onInput={(event) => narrow({ [name]: event.currentTarget.value } as Partial<Query>)}
      />
    </label>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  all: readonly Value[];
  names: Record<Value, string>;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, value, all, names, onChange }: ChoiceProps<Value>) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value as Value)}>
        {all.map((one) => (
          <option value={one} key={one}>
            {names[one]}
          </option>
        ))}
      </select>
    </label>
  );
}

function PositionField() {
  const w = words.value;
  const text = useSignal('');
  const wrong = useSignal('');
  const find = (fen: string) => {
    const isGood = wantPosition(fen);
    wrong.value = isGood ? '' : w.noPosition;
    if (isGood) void focusNext('.wanted-position button');
  };
  if (query.value.position)
    return (
      <div class="wanted-position">
        <p>
          {w.withPosition} <code>{query.value.position}</code>
        </p>
        <button
          type="button"
          onClick={() => {
            narrow({ position: '' });
            void focusNext('.position-search input');
          }}
        >
          {w.anyPosition}
        </button>
      </div>
    );
  const edited = checked.value;
  return (
    <div class="position-search">
      <label>
        {w.position}
        <input
          value={text.value}
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="button" disabled={!text.value.trim()} onClick={() => find(text.value.trim())}>
        {w.findPosition}
      </button>
      <button
        type="button"
        disabled={!rules.value}
        onClick={() => {
          openLast(); // the analysis may not have been shown yet
          find(here.value?.fen ?? '');
        }}
      >
        {w.fromAnalysis}
      </button>
      <button
        type="button"
        disabled={!edited || 'wrong' in edited}
        onClick={() => edited && 'fen' in edited && find(edited.fen)}
      >
        {w.fromEditor}
      </button>
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
    </div>
  );
}
