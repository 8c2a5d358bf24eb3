// The user's address and public key, where the key is kept, and removing it.
import { useSignal } from '@preact/signals';
import type { OwnKey } from '../keys';
import { forget } from '../state';
import { words } from '../words/key';
import { Copied } from './Copied';
import { OwnName } from './OwnName';
import { Policy } from './Policy';

export function OwnKeyPanel({ own }: { own: OwnKey }) {
  const w = words.value;
  const asks = useSignal(false);
  return (
    <section class="panel">
      <Copied label={w.address} text={own.address} help={w.addressHelp} />
      <Copied label={w.publicKey} text={own.public} />
      <OwnName own={own} />
      <Policy />
      <p class="about">{w.whereKept}</p>
      {asks.value && <p role="alert">{w.forgetSure}</p>}
      <div class="buttons">
        <button type="button" onClick={() => (asks.value ? void forget() : (asks.value = true))}>
          {asks.value ? w.forgetNow : w.forget}
        </button>
        {asks.value && (
          <button type="button" onClick={() => (asks.value = false)}>
            {w.cancel}
          </button>
        )}
      </div>
    </section>
  );
}
