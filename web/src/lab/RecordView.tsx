// The record: what people did, the latest first.
import { signal } from '@preact/signals';
import { useLive } from './asking';
import type { Deed } from './protocol';
import { words } from './words';

const record = signal<{ record: Deed[] } | null | 'missing'>(null);

const shownDigits = 10; // of an upload's hash

function text(deed: Deed): string {
  const { deeds, trust, roles } = words.value;
  const { name = '', worker = '', test = '', priority = 0, hash = '' } = deed;
  switch (deed.fact) {
    case 'keyAdded':
      return deed.role === 'worker'
        ? deeds.keyAdded(name, trust[deed.trust as keyof typeof trust] ?? '')
        : deeds.personAdded(name, roles[deed.role as keyof typeof roles] ?? '');
    case 'keyRevoked':
      return deeds.keyRevoked(name);
    case 'testBegun':
      return deed.proposed ? deeds.testProposed(test) : deeds.testBegun(test);
    case 'testApproved':
      return deeds.testApproved(test);
    case 'testPaused':
      return deeds.testPaused(test);
    case 'testContinued':
      return deeds.testContinued(test);
    case 'testStopped':
      return deeds.testStopped(test) + (deed.why ? ` (${deed.why})` : '');
    case 'testPrioritised':
      return deeds.testPrioritised(test, priority);
    case 'workerVoided':
      return deeds.workerVoided(worker);
    case 'uploadPiece':
      return deeds.uploadPiece(hash.slice(0, shownDigits));
    case 'workerRestored':
      return deeds.workerRestored(worker);
    default:
      return deeds.other(deed.fact);
  }
}

export function RecordView() {
  const w = words.value;
  useLive('record', record);
  const known = record.value;
  if (known === null || known === 'missing') return <p class="about">{w.loading}</p>;
  if (known.record.length === 0) return <p class="about">{w.noRecord}</p>;
  const time = new Intl.DateTimeFormat(w.locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <section class="panel">
      <ul class="list record">
        {known.record.toReversed().map((deed, i) => (
          <li key={known.record.length - i}>
            <small class="soft">{deed.at ? time.format(deed.at * 1000) : ''}</small>
            <span>
              <b>{deed.by ?? w.theLaboratory}</b> {text(deed)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
