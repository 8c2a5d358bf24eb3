// What moderators see and do: reports, names, invitations, networks.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { request } from '../connection';
import { openReports } from '../identity';
import { linkTo } from '../place';
import type { Moderation as Known, ServerMessages } from '../protocol';
import { words } from '../words';

const fullLink = (kind: 'signin' | 'invitation', code: string): string =>
  new URL(linkTo(kind, code), location.href.split('#')[0]).href;

type Act = (fields: Omit<Parameters<typeof moderate>[0], 'type'>) => void;
const moderate = request<'ok' | 'invited' | 'signInLink'>;

export function Moderation() {
  const w = words.value;
  const known = useSignal<Known | null>(null);
  const wrong = useSignal('');
  const link = useSignal('');
  const read = () =>
    request<'moderation'>({ type: 'moderation' }).then(
      (answer) => (known.value = answer),
      (error: Error) => (wrong.value = error.message),
    );
  useEffect(() => void read(), [openReports.value]);
  const act: Act = (fields) => {
    wrong.value = '';
    moderate({ ...fields, type: 'moderate' } as never).then(
      (answer: ServerMessages['ok' | 'invited' | 'signInLink']) => {
        if ('code' in answer)
          link.value = fullLink('player' in answer ? 'signin' : 'invitation', answer.code);
        void read();
      },
      (error: Error) => (wrong.value = error.message),
    );
  };
  if (!known.value)
    return <p role={wrong.value ? 'alert' : 'status'}>{wrong.value || w.loading}</p>;
  return (
    <div class="moderation">
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
      {link.value !== '' && (
        <label class="panel">
          {w.sendThisLink}
          <input readOnly value={link.value} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      <Names known={known.value} act={act} />
      <Reports known={known.value} act={act} />
      <Invitations known={known.value} act={act} />
      <Networks known={known.value} act={act} />
    </div>
  );
}

interface PartProps {
  known: Known;
  act: Act;
}

function Names({ known, act }: PartProps) {
  const w = words.value;
  const name = useSignal('');
  const buttons = ['mute', 'unmute', 'ban', 'unban', 'banNetwork', 'signInLink'] as const;
  return (
    <section class="panel" aria-labelledby="moderated-names">
      <h2 id="moderated-names">{w.oneName}</h2>
      <label>
        {w.name}
        <input value={name.value} onInput={(event) => (name.value = event.currentTarget.value)} />
      </label>
      <div class="row">
        {buttons.map((action) => (
          <button
            type="button"
            key={action}
            disabled={name.value.trim() === ''}
            onClick={() => act({ action, player: name.value.trim() })}
          >
            {w.deeds[action]}
          </button>
        ))}
      </div>
      <p class="about">
        {w.mutedNames}: {known.muted.join(', ') || '–'}. {w.bannedNames}:{' '}
        {known.banned.join(', ') || '–'}.
      </p>
    </section>
  );
}

function Reports({ known, act }: PartProps) {
  const w = words.value;
  return (
    <section class="panel" aria-labelledby="open-reports">
      <h2 id="open-reports">{w.openReports}</h2>
      {known.reports.length === 0 && <p class="about">{w.noOpenReports}</p>}
      <ul class="rows">
        {known.reports.map((report) => (
          <li key={report.report}>
            <div>
              <b>{report.player}</b>: {report.text} ({report.from})
              {report.chat.map((line) => (
                <p class="about" key={line.time}>
                  {line.player}: {line.text}
                </p>
              ))}
            </div>
            <button
              type="button"
              onClick={() => act({ action: 'closeReport', report: report.report })}
            >
              {w.closeReport}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitations({ known, act }: PartProps) {
  const w = words.value;
  const uses = useSignal('1');
  const note = useSignal('');
  return (
    <section class="panel" aria-labelledby="invitations">
      <h2 id="invitations">{w.invitations}</h2>
      <p class="about">{w.registrations[known.registration]}</p>
      <form
        class="invite"
        onSubmit={(event) => {
          event.preventDefault();
          act({ action: 'invite', uses: Number(uses.value), note: note.value.trim() });
        }}
      >
        <label>
          {w.forHowMany}
          <input
            inputMode="numeric"
            pattern="[0-9]+"
            value={uses.value}
            onInput={(event) => (uses.value = event.currentTarget.value)}
            required
          />
        </label>
        <label>
          {w.noteOnInvitation}
          <input value={note.value} onInput={(event) => (note.value = event.currentTarget.value)} />
        </label>
        <button type="submit">{w.invite}</button>
      </form>
      <ul class="rows">
        {known.invitations.map(({ invitation, uses: left, note: its, by }) => (
          <li key={invitation}>
            <span>
              {w.usesLeft(left)} {its} {by && `(${by})`}
            </span>
            <button type="button" onClick={() => act({ action: 'revokeInvitation', invitation })}>
              {w.cancel}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Networks({ known, act }: PartProps) {
  const w = words.value;
  return (
    <section class="panel" aria-labelledby="kept-out">
      <h2 id="kept-out">{w.keptOut}</h2>
      {known.networks.length === 0 && <p class="about">–</p>}
      <ul class="rows">
        {known.networks.map(({ network, namesOnly, until }) => (
          <li key={network}>
            <span>
              {network} {namesOnly && w.namesOnly} ({new Date(until).toLocaleString()})
            </span>
            <button type="button" onClick={() => act({ action: 'freeNetwork', network })}>
              {w.letIn}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
