// The form with the terms for seeks, links and challenges.
import { useSignal } from '@preact/signals';
import { showError } from '../../shell/notices';
import { words as pageWords } from '../../words';
import { readResource } from '../connection';
import { me } from '../identity';
import * as lobby from '../lobby';
import { goTo } from '../place';
import { gameKinds, isChess, type Profile, type Side } from '../protocol';
import { words } from '../words';
import { GameIcon } from './TermsText';

export const times: [base: number, increment: number][] = [
  [60_000, 0],
  [120_000, 1_000],
  [180_000, 2_000],
  [300_000, 0],
  [300_000, 3_000],
  [600_000, 5_000],
  [900_000, 10_000],
  [1_800_000, 20_000],
];
const otherTime = 'other';
const [second, minute] = [1000, 60_000]; // milliseconds
// The arena accepts times down to one second, so the shortest are not given in minutes.
const [shortestBase, longestBase, longestIncrement] = [6 * second, 180 * minute, 180 * second];
const ranges = [0, 100, 200, 400];
const unrated = 1500;

async function seek(): Promise<void> {
  const { game, range } = lobby.wish.value;
  const profile = range > 0 ? await readResource<Profile>('players', me.value!) : null;
  await lobby.seek(profile?.ratings[game]?.rating ?? unrated);
}

export function OfferForm() {
  const w = words.value;
  const { game, base, increment, rated, side, range, strength } = lobby.wish.value;
  const isNew = isChess(game) && lobby.ratingOf(me.value ?? '', game) === undefined;
  const busy = useSignal(false);

  async function offer(make: () => Promise<void>) {
    busy.value = true;
    await make().catch(showError);
    busy.value = false;
  }
  const sideNames = w.sides(game);
  const can = me.value !== null && !busy.value;

  return (
    <form
      class="panel setup offer-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (can) void offer(seek);
      }}
    >
      <h2>{w.newGame}</h2>
      <fieldset class="choice games">
        <legend>{w.game}</legend>
        {gameKinds.map((kind) => (
          <label key={kind}>
            <input
              type="radio"
              name="game"
              value={kind}
              checked={game === kind}
              onChange={() => lobby.prefer({ game: kind })}
            />
            <span>
              <GameIcon game={kind} />
              {w.games[kind]}
            </span>
          </label>
        ))}
      </fieldset>
      <TimeChoice
        base={base}
        increment={increment}
        onChange={(base, increment) => lobby.prefer({ base, increment })}
      />
      <fieldset class="choice sides">
        <legend>{w.youPlay}</legend>
        {([0, null, 1] as const).map((one: Side | null) => (
          <label key={String(one)}>
            <input
              type="radio"
              name="side"
              checked={side === one}
              onChange={() => lobby.prefer({ side: one })}
            />
            <span>{one === null ? w.either : sideNames[one]}</span>
          </label>
        ))}
      </fieldset>
      {isNew && (
        <label>
          {w.ownStrength}
          <select
            value={String(strength)}
            onChange={(event) => lobby.prefer({ strength: Number(event.currentTarget.value) })}
          >
            {lobby.strengths.map((one, i) => (
              <option value={String(one)} key={one}>
                {w.strengths[i]}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        {w.opponentsRating}
        <select
          value={String(range)}
          onChange={(event) => lobby.prefer({ range: Number(event.currentTarget.value) })}
        >
          {ranges.map((one) => (
            <option value={String(one)} key={one}>
              {one === 0 ? w.anyRating : w.around(one)}
            </option>
          ))}
        </select>
      </label>
      <label class="icon-toggle">
        <input
          type="checkbox"
          checked={rated}
          onChange={(event) => lobby.prefer({ rated: event.currentTarget.checked })}
        />
        <span>{w.countsForRating}</span>
      </label>
      <button type="submit" class="primary" disabled={!can}>
        {w.seek}
      </button>
      <button
        type="button"
        disabled={!can}
        onClick={() => void offer(async () => goTo('offer', await lobby.makeLink()))}
      >
        {w.inviteByLink}
      </button>
    </form>
  );
}

interface TimeProps {
  base: number;
  increment: number;
  onChange: (base: number, increment: number) => void;
}

/** A choice of the usual time controls, or any other that the arena accepts. */
export function TimeChoice({ base, increment, onChange }: TimeProps) {
  const w = words.value;
  const isUsual = times.some(([b, i]) => b === base && i === increment);
  const wantsOther = useSignal(false);
  const isOther = wantsOther.value || !isUsual;
  return (
    <>
      <label>
        {w.time}
        <select
          value={isOther ? otherTime : `${base}+${increment}`}
          onChange={({ currentTarget: { value } }) => {
            wantsOther.value = value === otherTime;
            if (wantsOther.value) return;
            const [b = 0, i = 0] = value.split('+').map(Number);
            onChange(b, i);
          }}
        >
          {times.map(([b, i]) => (
            <option value={`${b}+${i}`} key={`${b}+${i}`}>
              {pageWords.value.minutes(b / minute, i / second)}
            </option>
          ))}
          <option value={otherTime}>{w.ownTime}</option>
        </select>
      </label>
      {isOther && (
        <div class="own-time">
          <Amount
            name={w.minutesEach}
            unit={minute}
            least={shortestBase}
            most={longestBase}
            value={base}
            onChange={(chosen) => onChange(chosen, increment)}
          />
          <Amount
            name={w.secondsAfterMove}
            unit={second}
            least={0}
            most={longestIncrement}
            value={increment}
            onChange={(chosen) => onChange(base, chosen)}
          />
        </div>
      )}
    </>
  );
}

interface AmountProps {
  name: string;
  /** All values are milliseconds. */
  unit: number;
  least: number;
  most: number;
  value: number;
  onChange: (value: number) => void;
}

function Amount({ name, unit, least, most, value, onChange }: AmountProps) {
  return (
    <label>
      {name}
      <input
        type="number"
        inputMode="decimal"
        required
        step="any"
        min={least / unit}
        max={most / unit}
        defaultValue={String(value / unit)}
        onInput={({ currentTarget: field }) =>
          field.validity.valid && onChange(Math.round(field.valueAsNumber * unit))
        }
      />
    </label>
  );
}
