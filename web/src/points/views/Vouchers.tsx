// The kinds of vouchers, and how they are made and redeemed.
import { me } from '../../arena/identity';
import { depositSteps, redemptionSteps } from '../ledger';
import { act, now, purse, stakeText, summary } from '../state';
import { words } from '../words';
import {
  AmountField,
  Choice,
  dateText,
  FoldedForm,
  OwnThings,
  Part,
  Rows,
  stakeIn,
  Steps,
} from './parts';

export function Vouchers() {
  const w = words.value;
  const { vouchers } = summary.value!;
  const { balances, deposits, redemptions } = purse.value!;
  const kinds = vouchers.map(({ token }) => token);
  const name = me.value ?? '';
  return (
    <>
      <Part id="voucher-kinds" title={w.kinds}>
        <Rows empty={w.noKinds}>
          {vouchers.map(({ token, trustee, asset, terms, confirmed, burned, late }) => (
            <li key={token}>
              <strong>{token}</strong>
              <span>{asset}</span>
              {terms && <span>{terms}</span>}
              <span class="soft">{w.promisedBy(trustee)}</span>
              <span class="soft">{w.inCirculation(confirmed - burned)}</span>
              {late > 0 && <span class="tag">{w.late(late)}</span>}
            </li>
          ))}
        </Rows>
      </Part>
      {deposits.length > 0 && (
        <Part id="voucher-deposits" title={w.deposits}>
          <Rows empty={w.none}>
            {deposits.map((deposit) => (
              <li key={deposit.id}>
                <strong>{stakeText(deposit)}</strong>
                <span>{w.fromTo(deposit.from, deposit.trustee)}</span>
                <span class="soft">{w.until(dateText(deposit.due))}</span>
                <Steps about={deposit.id} all={depositSteps(deposit, name, now.value)} />
              </li>
            ))}
          </Rows>
        </Part>
      )}
      {redemptions.length > 0 && (
        <Part id="voucher-redemptions" title={w.redemptions}>
          <Rows empty={w.none}>
            {redemptions.map((redemption) => (
              <li key={redemption.id}>
                <strong>{stakeText(redemption)}</strong>
                <span>{w.fromTo(redemption.holder, redemption.trustee)}</span>
                <span>{w.stages[redemption.stage]}</span>
                <span class="soft">{w.until(dateText(redemption.due))}</span>
                <Steps about={redemption.id} all={redemptionSteps(redemption, name, now.value)} />
              </li>
            ))}
          </Rows>
        </Part>
      )}
      {balances.some(({ token }) => token.includes('@')) && (
        <FoldedForm
          title={w.redeem}
          help={w.redeemHelp}
          command={w.askFor}
          onSend={(fields) =>
            act('redeem', { what: stakeIn(fields, 'token', 'amount') }, w.done.redeem)
          }
        >
          <OwnThings label={w.what} name="token" isFor={(token) => token.includes('@')} />
          <AmountField label={w.amount} name="amount" />
        </FoldedForm>
      )}
      {kinds.length > 0 && (
        <FoldedForm
          title={w.issue}
          help={w.issueHelp}
          command={w.announce}
          onSend={(fields) =>
            act('deposit', { what: stakeIn(fields, 'token', 'amount') }, w.done.deposit)
          }
        >
          <Choice label={w.what} name="token" all={kinds} />
          <AmountField label={w.amount} name="amount" />
        </FoldedForm>
      )}
    </>
  );
}
