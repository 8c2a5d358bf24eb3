// The keys of the laboratory, for operators: who has which role, a new key, and withdrawing one.
import { useEffect, useRef, useState } from 'preact/hooks';
import { changes } from './asking';
import { Change } from './Change';
import { askAsPerson, change, isAtLeast, person } from './person';
import type { LabKey } from './protocol';
import { refusalText } from './refusal';
import { words } from './words';

export function KeysView() {
  const w = words.value;
  const [keys, setKeys] = useState<LabKey[] | null>(null);
  const [wrong, setWrong] = useState('');
  const isAllowed = isAtLeast('operator');
  const count = changes.value;
  useEffect(() => {
    if (!isAllowed) return;
    askAsPerson<{ keys: LabKey[] }>({ type: 'keys' }).then(
      (answer) => {
        setKeys(answer.keys);
        setWrong('');
      },
      (error: unknown) => setWrong(refusalText(error)),
    );
  }, [isAllowed, count]);
  if (!isAllowed) return <p class="about">{w.keysForOperators}</p>;
  return (
    <>
      <NewKey />
      {wrong && (
        <p class="wrong" role="alert">
          {wrong}
        </p>
      )}
      <div class="workers">
        {keys?.map((key) => (
          <Card key={key.name} labKey={key} />
        ))}
      </div>
    </>
  );
}

function Card({
  labKey: { name, role, trust, tags, revoked, connections, seen },
}: {
  labKey: LabKey;
}) {
  const w = words.value;
  const time = new Intl.DateTimeFormat(w.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section class={revoked ? 'panel worker absent' : 'panel worker'}>
      <div class="line">
        <h3>{name}</h3>
        <span class={connections > 0 ? 'state open' : 'state'}>
          {connections > 0
            ? w.connected
            : seen === undefined
              ? w.neverSeen
              : w.lastSeen(time.format(seen * 1000))}
        </span>
      </div>
      <p class="soft">
        {w.roles[role]}
        {role === 'worker' && ` · ${w.trust[trust]}`}
        {tags.length > 0 && ` · ${tags.join(', ')}`}
        {revoked && <b class="wrong"> · {w.isRevoked}</b>}
      </p>
      {!revoked && name !== person.value?.name && (
        <div class="row operating">
          <Change name={w.revoke} sure={w.revokeKeySure} request={{ type: 'revokeKey', name }} />
        </div>
      )}
    </section>
  );
}

const roles = ['author', 'approver', 'worker', 'operator'] as const;

/** The token is shown once and kept nowhere. */
function NewKey() {
  const w = words.value;
  const form = useRef<HTMLFormElement>(null);
  const [role, setRole] = useState<LabKey['role']>('author');
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null);
  const [wrong, setWrong] = useState('');
  async function submit(): Promise<void> {
    const typed = new FormData(form.current!);
    const name = String(typed.get('name')).trim();
    const tags = String(typed.get('tags')).split(/\s+/).filter(Boolean);
    try {
      const { secret } = await change<{ secret: string }>({
        type: 'addKey',
        name,
        role,
        tags,
        trust: role === 'worker' ? String(typed.get('trust')) : 'volunteer',
      });
      setMade({ name, secret });
      setWrong('');
      form.current?.reset();
    } catch (error) {
      setWrong(refusalText(error));
    }
  }
  return (
    <section class="panel">
      <h2>{w.newKey}</h2>
      <form
        ref={form}
        class="fields"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <label>
          {w.keyName}
          <input name="name" autocomplete="off" maxLength={40} />
        </label>
        <label>
          {w.role}
          <select
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as LabKey['role'])}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {w.roles[one]}
              </option>
            ))}
          </select>
          <small class="soft">{w.rolesMean[role]}</small>
        </label>
        {role === 'worker' && (
          <label>
            {w.whoseMachine}
            <select name="trust">
              {(['volunteer', 'trusted', 'own'] as const).map((one) => (
                <option key={one} value={one}>
                  {w.trust[one]}
                </option>
              ))}
            </select>
          </label>
        )}
        <label>
          {w.keyTags}
          <input name="tags" autocomplete="off" />
        </label>
        {wrong && (
          <p class="wrong" role="alert">
            {wrong}
          </p>
        )}
        <button type="submit">{w.makeKey}</button>
      </form>
      {made && (
        <div class="sure" role="status">
          <p>{w.tokenOnce(made.name)}</p>
          <code class="command">{tokenOf(made.name, made.secret)}</code>
        </div>
      )}
    </section>
  );
}

/** As `kibitz lab key add` prints it. */
function tokenOf(name: string, secret: string): string {
  const { protocol, host } = location;
  const fingerprint = person.value?.fingerprint;
  const end = protocol === 'https:' && fingerprint ? `:${fingerprint}` : '';
  return `${protocol.replace('http', 'ws')}//${host}#${name}:${secret}${end}`;
}
