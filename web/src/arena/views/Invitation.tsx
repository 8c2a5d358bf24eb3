// The page of an invitation link: the guest can accept the terms, and the host can copy the link.
import { useSignal } from '@preact/signals';
import { showError } from '../../shell/notices';
import { status } from '../connection';
import { me } from '../identity';
import * as lobby from '../lobby';
import { goTo } from '../place';
import { other } from '../protocol';
import { words } from '../words';
import { NameForm } from './NameForm';
import { TermsText } from './TermsText';
import { useResource } from './useResource';

export function Invitation({ id }: { id: string }) {
  const w = words.value;
  const copied = useSignal(false);
  const shown = useResource(
    () =>
      status.value === 'connected'
        ? lobby.show(id).catch(() => null)
        : Promise.resolve(undefined as never),
    [me.value],
  );
  const offer = shown.value;
  if (offer === undefined)
    return (
      <p class="about centred" role="status">
        {w.loading}
      </p>
    );
  if (offer === null)
    return (
      <section class="panel narrow">
        <h2>{w.invitation}</h2>
        <p role="status">{w.invitationGone}</p>
        <button type="button" class="primary" onClick={() => goTo('lobby')}>
          {w.toLobby}
        </button>
      </section>
    );
  const link = location.href;
  const isMine = offer.from === me.value;

  async function copy() {
    await navigator.clipboard.writeText(link);
    copied.value = true;
  }

  return (
    <div class="narrow">
      {!me.value && <NameForm />}
      <section class="panel invitation">
        <h2>{isMine ? w.yourInvitation : w.invitation}</h2>
        {!isMine && <p>{w.invites(offer.from)}</p>}
        <TermsText
          terms={offer}
          side={offer.side === null ? null : isMine ? offer.side : other(offer.side)}
        />
        {isMine ? (
          <>
            <label>
              {w.linkReady}
              <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
            </label>
            <div class="row">
              <button type="button" class="primary" onClick={() => void copy().catch(showError)}>
                {copied.value ? w.copied : w.copy}
              </button>
              <button
                type="button"
                onClick={() =>
                  void lobby
                    .cancel(id)
                    .then(() => goTo('lobby'))
                    .catch(showError)
                }
              >
                {w.cancel}
              </button>
            </div>
            <p class="about">{w.linkHelp}</p>
          </>
        ) : (
          <button
            type="button"
            class="primary"
            disabled={!me.value}
            onClick={() => void lobby.accept(id).catch(showError)}
          >
            {w.accept}
          </button>
        )}
      </section>
    </div>
  );
}
