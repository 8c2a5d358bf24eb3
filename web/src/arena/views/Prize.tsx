// The prize of a contest: what can be won or was won, and the fields for offering one.
import type { ContestPrize } from '../../generated/messages';
import { linkTo } from '../place';
import { sharesOf } from '../shares';
import { words } from '../words';

export function PrizeLine({ prize }: { prize: ContestPrize }) {
  const w = words.value;
  const { token, amount, entry, split, pot, paid } = prize;
  return (
    <>
      <p class="facts">
        <strong>{w.prizeOf(w.prizeText(amount, token))}</strong>
        {entry > 0 && <span>{w.entryFee(w.prizeText(entry, token))}</span>}
        <span>{w.sharesOf(split.join(' / '))}</span>
        {pot !== undefined && <span>{w.inFund(w.prizeText(pot, token))}</span>}
      </p>
      {paid && (
        <p class="facts prize-paid">
          {paid.length === 0 ? w.paidBack : w.paidOut}
          {paid.map((one) => (
            <span key={one.player}>
              <a href={linkTo('player', one.player)}>{one.player}</a>{' '}
              {w.prizeText(one.amount, token)}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** What is typed. */
export interface PrizeWish {
  isWanted: boolean;
  amount: string;
  entry: string;
  shares: string;
}
export const noPrize: PrizeWish = { isWanted: false, amount: '10', entry: '0', shares: '60, 40' };

/** As the server takes it; nothing if none is wanted. */
export function prizeOf({ isWanted, amount, entry, shares }: PrizeWish) {
  if (!isWanted) return undefined;
  const split = sharesOf(shares);
  if (!split) throw new Error(words.value.wrongShares);
  return { amount: Number(amount), entry: Number(entry), split };
}

interface Props {
  value: PrizeWish;
  onChange: (value: PrizeWish) => void;
}

export function PrizeFields({ value, onChange }: Props) {
  const w = words.value;
  const field = (name: 'amount' | 'entry' | 'shares', label: string, pattern: string) => (
    <label>
      {label}
      <input
        value={value[name]}
        onInput={(event) => onChange({ ...value, [name]: event.currentTarget.value })}
        inputMode={name === 'shares' ? 'text' : 'numeric'}
        pattern={pattern}
        autocomplete="off"
        required
      />
    </label>
  );
  return (
    <>
      <label class="icon-toggle">
        <input
          type="checkbox"
          checked={value.isWanted}
          onChange={(event) => onChange({ ...value, isWanted: event.currentTarget.checked })}
        />
        <span>{w.withPrize}</span>
      </label>
      {value.isWanted && (
        <>
          {field('amount', w.prizeAmount, '[0-9]{1,15}')}
          {field('entry', w.prizeEntry, '[0-9]{1,15}')}
          {field('shares', w.prizeShares, '[0-9]+([ ,;\\/]+[0-9]+)*')}
        </>
      )}
    </>
  );
}
