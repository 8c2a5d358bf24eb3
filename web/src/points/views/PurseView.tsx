// What the player has, gives and swaps, the prize funds, and what happened.
import { addressOf } from '../../arena/connection';
import { me } from '../../arena/identity';
import { linkTo } from '../../arena/place';
import type { SwapItem } from '../../generated/messages';
import { itemOf, pointsToken, swapSteps, worldOf } from '../ledger';
import {
  act,
  history,
  key,
  lookedFrom,
  nameOf,
  now,
  purse,
  readOlder,
  showKey,
  stakeText,
  summary,
} from '../state';
import { words } from '../words';
import {
  AmountField,
  Choice,
  dateText,
  FoldedForm,
  NameField,
  numberIn,
  OwnThings,
  Part,
  Rows,
  Steps,
  textIn,
} from './parts';

export function PurseView() {
  return (
    <>
      <Balances />
      <Give />
      <Swaps />
      <Funds />
      <History />
      <Signing />
      <Export />
    </>
  );
}

const itemText = (item: SwapItem): string =>
  item.claim !== undefined
    ? words.value.claim(item.claim)
    : stakeText({ token: item.token ?? '', amount: item.amount ?? 0 });

function Balances() {
  const w = words.value;
  return (
    <Part id="points-have" title={w.have}>
      <Rows empty={w.nothing}>
        {purse.value!.balances.map((one) => (
          <li key={one.token}>
            <strong>{stakeText(one)}</strong>
          </li>
        ))}
      </Rows>
    </Part>
  );
}

function Give() {
  const w = words.value;
  const { balances, claims } = purse.value!;
  if (balances.length === 0) return null;
  return (
    <FoldedForm
      title={w.give}
      command={w.giveNow}
      onSend={(fields) => {
        const token = textIn(fields, 'token');
        const what = itemOf(token, numberIn(fields, 'amount'));
        const to = textIn(fields, 'to');
        return act(`${worldOf(token, claims)}/transfer`, { to, what }, w.done.give);
      }}
    >
      <OwnThings label={w.what} name="token" />
      <AmountField label={w.amount} name="amount" />
      <NameField label={w.to} name="to" />
    </FoldedForm>
  );
}

function Swaps() {
  const w = words.value;
  const { balances, claims, swaps } = purse.value!;
  const kinds = summary.value!.vouchers.map(({ token }) => token);
  return (
    <>
      {swaps.length > 0 && (
        <Part id="points-swaps" title={w.swaps}>
          <Rows empty={w.noSwaps}>
            {swaps.map((swap) => (
              <li key={swap.id}>
                <span>
                  {w.swapLine(swap.from, itemText(swap.gives), swap.to, itemText(swap.takes))}
                </span>
                <span class="soft">{w.until(dateText(swap.due))}</span>
                <Steps about={swap.id} all={swapSteps(swap, me.value ?? '', now.value)} />
              </li>
            ))}
          </Rows>
        </Part>
      )}
      {kinds.length > 0 && balances.some(({ token }) => token !== pointsToken) && (
        <FoldedForm
          title={w.proposeSwap}
          command={w.propose}
          onSend={(fields) => {
            const token = textIn(fields, 'token');
            return act(
              `${worldOf(token, claims)}/proposeSwap`,
              {
                to: textIn(fields, 'to'),
                gives: itemOf(token, numberIn(fields, 'amount')),
                takes: itemOf(textIn(fields, 'return'), numberIn(fields, 'return-amount')),
              },
              w.done.propose,
            );
          }}
        >
          <OwnThings label={w.what} name="token" isFor={(token) => token !== pointsToken} />
          <AmountField label={w.amount} name="amount" />
          <NameField label={w.to} name="to" />
          <Choice label={w.inReturn} name="return" all={kinds} />
          <AmountField label={w.inReturnMany} name="return-amount" />
        </FoldedForm>
      )}
    </>
  );
}

function Funds() {
  const w = words.value;
  return (
    <Part id="points-funds" title={w.funds}>
      <Rows empty={w.noFunds}>
        {summary.value!.funds.map((fund) => (
          <li key={fund.contest}>
            <a href={linkTo('contest', fund.contest)}>
              <strong>{fund.contest}</strong>
            </a>
            <span>{w.fundLine(stakeText({ token: fund.token, amount: fund.pot }))}</span>
            {fund.entry > 0 && (
              <span class="soft">
                {w.entryFee(stakeText({ token: pointsToken, amount: fund.entry }))}
              </span>
            )}
          </li>
        ))}
      </Rows>
    </Part>
  );
}

function History() {
  const w = words.value;
  const { facts } = summary.value!;
  return (
    <Part id="points-history" title={w.history}>
      {history.value.length === 0 ? (
        <p class="about">{w.noHistory}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="group" aria-labelledby="points-history">
          <table>
            <thead>
              <tr>
                <th scope="col">{w.when}</th>
                <th scope="col">{w.whatHappened}</th>
                <th scope="col">{w.what}</th>
                <th scope="col">{w.who}</th>
              </tr>
            </thead>
            <tbody>
              {history.value.map(({ number, time, action, by, to, what, contest, isSigned }) => (
                <tr key={number}>
                  <td class="soft">{dateText(time)}</td>
                  <td>
                    {w.actions[action] ?? action}
                    {contest && ` (${contest})`}
                  </td>
                  <td>{what && itemText(what)}</td>
                  <td>
                    {to === null ? nameOf(by) : w.fromTo(nameOf(by), nameOf(to))}
                    {isSigned && <span class="soft"> {w.isSigned}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {facts > 0 && <p class="about">{w.looked(lookedFrom.value, facts)}</p>}
      {lookedFrom.value > 1 && (
        <button type="button" onClick={() => void readOlder()}>
          {w.older}
        </button>
      )}
    </Part>
  );
}

/** Who signs what they do here; a key is shown once and for all devices. */
function Signing() {
  const w = words.value;
  const { key: shown } = purse.value!;
  const isHere = shown !== null && shown === key.value;
  return (
    <Part id="points-signing" title={w.signing}>
      <p class="about">
        {shown === null ? w.signingHelp : isHere ? w.signed : w.keyIsElsewhere}
        {shown === null && key.value === null && ` ${w.needsKey}`}
      </p>
      {(shown === null ? key.value === null : !isHere) && (
        <a class="button" href={linkTo('letters')}>
          {w.toLetters}
        </a>
      )}
      {shown === null && key.value && (
        <button type="button" onClick={() => void showKey()}>
          {w.signFromNow}
        </button>
      )}
    </Part>
  );
}

function Export() {
  const w = words.value;
  return (
    <Part id="points-export" title={w.exportTitle}>
      <p class="about">{w.exportHelp}</p>
      <p>
        <a class="button" href={addressOf('ledger.jsonl')} download="ledger.jsonl">
          {w.exportLink}
        </a>
      </p>
      <p class="about">
        {w.head} <code>{summary.value!.head}</code>
      </p>
    </Part>
  );
}
