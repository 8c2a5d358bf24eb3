// What the operator can do about a player.
import { useSignal } from '@preact/signals';
import { command } from '../connection';
import { words } from '../words';
import { Ask, type Question } from './Ask';

export interface Standing {
  banned: boolean;
  muted: boolean;
  revoked: boolean;
}

type Action =
  | 'mute'
  | 'unmute'
  | 'ban'
  | 'unban'
  | 'rename'
  | 'renewToken'
  | 'revokeToken'
  | 'forget';

/** All that fit how the player stands. */
const fitting = ({ banned, muted, revoked }: Standing): Action[] => [
  muted ? 'unmute' : 'mute',
  banned ? 'unban' : 'ban',
  'rename',
  'renewToken',
  ...(revoked ? [] : (['revokeToken'] as const)),
  'forget',
];

interface Props {
  name: string;
  standing: Standing;
  /** Those that are offered; all that fit if none are named. */
  only?: Action[];
  onDone: () => void;
}

export function PlayerMenu({ name, standing, only, onDone }: Props) {
  const w = words.value;
  const asked = useSignal<Action | null>(null);
  const questionOf = (action: Action): Question => ({
    title: w[action],
    text: w.asks[action](name),
    ...(action === 'rename' && { field: w.newName }),
    run: async (answer) => {
      const result = await command<{ token?: string } | string>(action, {
        name,
        ...(action === 'rename' && { to: answer }),
      });
      onDone();
      return typeof result === 'object' && result.token
        ? { text: w.newToken(name), secret: result.token }
        : undefined;
    },
  });
  const offered = fitting(standing).filter((action) => !only || only.includes(action));
  const buttons = offered.map((action) => (
    <button type="button" class="small" key={action} onClick={() => (asked.value = action)}>
      {w[action]}
    </button>
  ));
  return (
    <>
      {only ? (
        <div class="buttons">{buttons}</div>
      ) : (
        <details class="more">
          <summary aria-label={w.actions(name)}>…</summary>
          <div class="buttons">{buttons}</div>
        </details>
      )}
      {asked.value && (
        <Ask question={questionOf(asked.value)} onClose={() => (asked.value = null)} />
      )}
    </>
  );
}
