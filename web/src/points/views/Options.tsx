// Options: offers, what runs, and the forms for new ones; and predictions where there are any.
import { useSignal } from '@preact/signals';
import { me } from '../../arena/identity';
import type { Claim } from '../../generated/messages';
import { claimSteps, isDue, pointsToken } from '../ledger';
import { act, now, purse, stakeText, summary } from '../state';
import { words } from '../words';
import {
  AmountField,
  Choice,
  dateText,
  FoldedForm,
  NameField,
  numberIn,
  Part,
  Rows,
  stakeIn,
  Steps,
  textIn,
} from './parts';

export function Options() {
  const w = words.value;
  const kinds = summary.value!.vouchers.map(({ token }) => token);
  return (
    <>
      <Part id="points-options" title={w.options}>
        <p class="about">{w.optionsHelp}</p>
        <Rows empty={w.noOptions}>
          {purse.value!.claims.map((claim) => (
            <Row claim={claim} key={claim.id} />
          ))}
        </Rows>
      </Part>
      {kinds.length > 1 && <WriteOption kinds={kinds} />}
      <Predict />
    </>
  );
}

function Row({ claim }: { claim: Claim }) {
  const w = words.value;
  const due = isDue(claim, now.value);
  return (
    <li>
      <strong>{w.claim(claim.id)}</strong>
      {claim.kind === 'result' ? (
        <>
          <span>{w.predictionLine(claim.winner ?? '', claim.subject ?? '')}</span>
          <span>
            {w.stakes(
              stakeText({ token: pointsToken, amount: claim.holderStake ?? 0 }),
              stakeText({ token: pointsToken, amount: claim.writerStake ?? 0 }),
            )}
          </span>
        </>
      ) : (
        <>
          <span>
            {w.optionLine(
              w.optionKinds[claim.kind],
              stakeText(claim.asset!),
              stakeText(claim.price!),
            )}
          </span>
          <span>{claim.premium ? w.premium(stakeText(claim.premium)) : w.free}</span>
          <span class="soft">{w.until(dateText(claim.expires!))}</span>
        </>
      )}
      <span class="soft">{w.writtenBy(claim.writer === me.value ? w.you : claim.writer)}</span>
      <span class="tag">
        {due ? w.over : claim.held ? w.heldByYou : claim.accepted ? w.running : w.offered}
      </span>
      <Steps about={claim.id} all={claimSteps(claim, me.value ?? '', now.value)} />
    </li>
  );
}

const optionKinds = ['call', 'put', 'must'] as const;
const usualDays = 7;
const day = 86_400_000; // milliseconds

/** As a field for a date and a time takes it: the user's own time, to the second. */
const fieldTime = (time: number): string => {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 19);
};

function WriteOption({ kinds }: { kinds: string[] }) {
  const w = words.value;
  const until = useSignal(fieldTime(now.value + usualDays * day));
  async function send(fields: FormData): Promise<boolean> {
    const premium = stakeIn(fields, 'premium', 'premium-amount');
    return act(
      'backed/offerClaim',
      {
        asset: stakeIn(fields, 'asset', 'asset-amount'),
        expires: new Date(textIn(fields, 'expires')).getTime(),
        kind: textIn(fields, 'kind'),
        premium: premium.amount > 0 ? premium : null,
        price: stakeIn(fields, 'price', 'price-amount'),
        to: textIn(fields, 'to') || null,
      },
      w.done.offer,
    );
  }
  return (
    <FoldedForm title={w.write} command={w.offer} onSend={send}>
      <Choice
        label={w.kind}
        name="kind"
        all={optionKinds}
        text={(kind) => w.optionKinds[kind as 'call']}
      />
      <Choice label={w.asset} name="asset" all={kinds} />
      <AmountField label={w.amount} name="asset-amount" />
      <Choice label={w.price} name="price" all={kinds} />
      <AmountField label={w.priceMany} name="price-amount" />
      <Choice label={w.premiumIn} name="premium" all={kinds} />
      <AmountField label={w.premiumMany} name="premium-amount" least={0} />
      <label>
        {w.expires}
        <input name="expires" type="datetime-local" step="1" defaultValue={until.value} required />
      </label>
      <NameField label={w.forWhom} name="to" isOptional />
    </FoldedForm>
  );
}

function Predict() {
  const w = words.value;
  const subjects = summary.value!.subjects.filter(
    ({ known, involved }) => !known && !involved.includes(me.value ?? ''),
  );
  const chosen = useSignal('');
  const subject = subjects.find(({ name }) => name === chosen.value) ?? subjects[0];
  if (!subject) return null;
  return (
    <FoldedForm
      title={w.predict}
      help={w.predictHelp}
      command={w.offer}
      onSend={(fields) =>
        act(
          'play/offerClaim',
          {
            holderStake: numberIn(fields, 'theirs'),
            subject: subject.id,
            to: null,
            winner: textIn(fields, 'winner'),
            writerStake: numberIn(fields, 'own'),
          },
          w.done.offer,
        )
      }
    >
      <label>
        {w.contest}
        <select
          value={subject.name}
          onChange={(event) => (chosen.value = event.currentTarget.value)}
        >
          {subjects.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Choice label={w.winner} name="winner" all={subject.involved} />
      <AmountField label={w.yourStake} name="own" />
      <AmountField label={w.theirStake} name="theirs" />
    </FoldedForm>
  );
}
