// What the operator tries out on the visitors of this server, and leaving that (docs/ab-testing.md).
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { Answers } from '../generated/messages';
import { showError } from '../notices';
import { words } from './words';

type Running = Answers['/experiments'];

const addressOf = (path: string) => new URL(`experiments${path}`, document.baseURI);

const percent = (share: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(share);

export function Experiments() {
  const w = words.value;
  /** Undefined until the answer is there; null if the server has no experiments. */
  const running = useSignal<Running | null | undefined>(undefined);
  const note = useSignal('');
  async function look() {
    const answer = await fetch(addressOf(''));
    running.value = answer.ok ? ((await answer.json()) as Running) : null;
  }
  async function change(path: '/leave' | '/join', done: string) {
    await fetch(addressOf(path), { method: 'POST' });
    await look();
    note.value = done;
  }
  useEffect(() => void look().catch(showError), []);
  const found = running.value;
  return (
    <section class="panel narrow" aria-labelledby="experiments-title">
      <h2 id="experiments-title">{w.title}</h2>
      <p class="about">{w.about}</p>
      <p role="status">
        {note.value || (found === undefined ? w.loading : found === null ? w.absent : '')}
      </p>
      {found && (
        <>
          {found.experiments.length === 0 && <p>{w.none}</p>}
          <ul class="rows">
            {found.experiments.map(({ name, share, since, variant }) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{w.shareOf(percent(share))}</span>
                <span class="soft">
                  {w.since(
                    new Date(since * 1000).toLocaleDateString(document.documentElement.lang),
                  )}
                </span>
                <span class="tag">{variant ? w.variant : w.control}</span>
              </li>
            ))}
          </ul>
          <p>
            {found.takesPart ? (
              <button type="button" onClick={() => void change('/leave', w.left).catch(showError)}>
                {w.leave}
              </button>
            ) : (
              <button type="button" onClick={() => void change('/join', w.joined).catch(showError)}>
                {w.join}
              </button>
            )}
          </p>
        </>
      )}
    </section>
  );
}
