// What the operator tries out on the visitors of this server, and leaving that (docs/ab-testing.md).
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { identity } from '../arena/identity';
import type { Answers } from '../generated/messages';
import { showError } from '../shell/notices';
import { words } from './words';

type Running = Answers['/experiments'];

const addressOf = (path: string) => new URL(`experiments${path}`, document.baseURI);

const percent = (share: number): string =>
  new Intl.NumberFormat(document.documentElement.lang, { style: 'percent' }).format(share);

/** Of the user's name in the arena, if there is one: experiments on opponents know players by it. */
const tokenHeaders = (): Record<string, string> =>
  identity.value ? { Authorization: `Bearer ${identity.value.token}` } : {};

/** Without the token if the server does not know it. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await fetch(addressOf(path), { ...init, headers: tokenHeaders() });
  return answer.status === 401 ? fetch(addressOf(path), init) : answer;
}

const day = (since: number): string =>
  new Date(since * 1000).toLocaleDateString(document.documentElement.lang);

export function Experiments() {
  const w = words.value;
  /** Undefined until the answer is there; null if the server has no experiments. */
  const running = useSignal<Running | null | undefined>(undefined);
  const note = useSignal('');
  async function look() {
    const answer = await ask('');
    running.value = answer.ok ? ((await answer.json()) as Running) : null;
  }
  async function change(path: '/leave' | '/join', done: string) {
    await ask(path, { method: 'POST' });
    await look();
    note.value = done;
  }
  useEffect(() => void look().catch(showError), []);
  const found = running.value;
  const takesPart = found?.takesPart && found.playerTakesPart !== false;
  return (
    <section class="panel narrow" aria-labelledby="experiments-title">
      <h2 id="experiments-title">{w.title}</h2>
      <p class="about">{w.about}</p>
      <p role="status">
        {note.value || (found === undefined ? w.loading : found === null ? w.absent : '')}
      </p>
      {found && (
        <>
          {found.experiments.length + found.opponents.length === 0 && <p>{w.none}</p>}
          <ul class="rows">
            {found.experiments.map(({ name, share, since, variant }) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{w.shareOf(percent(share))}</span>
                <span class="soft">{w.since(day(since))}</span>
                <span class="tag">{variant ? w.variant : w.control}</span>
              </li>
            ))}
            {found.opponents.map(({ name, opponent, share, since, variant }) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{w.opponent(opponent, percent(share))}</span>
                <span class="soft">{w.since(day(since))}</span>
                {variant !== undefined && (
                  <span class="tag">
                    {variant ? w.changedOpponent(opponent) : w.usualOpponent(opponent)}
                  </span>
                )}
              </li>
            ))}
          </ul>
          <p>
            {takesPart ? (
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
