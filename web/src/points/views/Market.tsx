// The exchange: an order book for two kinds of vouchers, and the player's orders.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../../arena/connection';
import type { BookPrice, ServerMessages } from '../../generated/messages';
import { act, now, purse, stakeText, summary } from '../state';
import { words } from '../words';
import { AmountField, Choice, FoldedForm, numberIn, Part, Rows, Steps, textIn } from './parts';

type Book = Omit<ServerMessages['book'], 'type' | 'id'>;
const book = signal<Book | null>(null);
const chosen = signal<{ lots: string; price: string }>({ lots: '', price: '' });

export function Market() {
  const w = words.value;
  const kinds = summary.value!.vouchers.map(({ token }) => token);
  const lots = kinds.includes(chosen.value.lots) ? chosen.value.lots : kinds[0]!;
  const others = kinds.filter((kind) => kind !== lots);
  const price = others.includes(chosen.value.price) ? chosen.value.price : others[0]!;
  const hasTwo = kinds.length > 1;
  useEffect(() => {
    if (!hasTwo) return;
    let isWanted = true;
    request<'book'>({ type: 'book', lots, price }).then(
      (found) => isWanted && (book.value = found),
      () => {}, // the next look follows
    );
    return () => void (isWanted = false);
  }, [lots, price, hasTwo, now.value]);
  if (!hasTwo) return <p role="status">{w.needsTwo}</p>;
  const orders = purse.value!.orders;
  return (
    <>
      <Part id="points-book" title={w.book}>
        <div class="setup">
          <Pair label={w.lots} all={kinds} value={lots} onChange={(one) => pair({ lots: one })} />
          <Pair
            label={w.paidIn}
            all={others}
            value={price}
            onChange={(one) => pair({ price: one })}
          />
        </div>
        <div class="book-sides">
          <Side title={w.sellers} prices={book.value?.sellers ?? []} />
          <Side title={w.buyers} prices={book.value?.buyers ?? []} />
        </div>
      </Part>
      {orders.length > 0 && (
        <Part id="points-orders" title={w.ownOrders}>
          <Rows empty={w.none}>
            {orders.map((order) => (
              <li key={order.id}>
                <span>{w.orderLine(order.buy, stakeText(order.lots), stakeText(order.price))}</span>
                <Steps about={order.id} all={['cancelOrder']} />
              </li>
            ))}
          </Rows>
        </Part>
      )}
      <FoldedForm
        title={w.order}
        command={w.place}
        onSend={(fields) =>
          act(
            'backed/placeOrder',
            {
              buy: textIn(fields, 'side') === 'buy',
              lots: { amount: numberIn(fields, 'count'), token: lots },
              price: { amount: numberIn(fields, 'price'), token: price },
            },
            w.done.order,
          )
        }
      >
        <p>
          {lots} / {price}
        </p>
        <Choice
          label={w.buyOrSell}
          name="side"
          all={['buy', 'sell']}
          text={(side) => (side === 'buy' ? w.buy : w.sell)}
        />
        <AmountField label={w.count} name="count" />
        <AmountField label={w.eachPrice} name="price" />
      </FoldedForm>
    </>
  );
}

function pair(change: Partial<{ lots: string; price: string }>): void {
  chosen.value = { ...chosen.value, ...change };
  book.value = null;
}

interface PairProps {
  label: string;
  all: readonly string[];
  value: string;
  onChange: (value: string) => void;
}

function Pair({ label, all, value, onChange }: PairProps) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {all.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}

function Side({ title, prices }: { title: string; prices: readonly BookPrice[] }) {
  const w = words.value;
  if (prices.length === 0)
    return (
      <div>
        <h4>{title}</h4>
        <p class="about">{w.nobody}</p>
      </div>
    );
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col" class="number-cell">
            {w.eachPrice}
          </th>
          <th scope="col" class="number-cell">
            {w.count}
          </th>
        </tr>
      </thead>
      <tbody>
        {prices.map(({ price, lots }) => (
          <tr key={price}>
            <td class="number-cell">{price}</td>
            <td class="number-cell">{lots}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
