// Reporting a player of a game to those who look after the server.
import { useSignal } from '@preact/signals';
import { request } from '../connection';
import type { FollowedGame } from '../games';
import { me } from '../identity';
import { words } from '../words';

const longest = 500; // bytes, the server's limit; it refuses a text of fewer letters that takes more

export function ReportPlayer({ game, players }: { game: FollowedGame; players: string[] }) {
  const w = words.value;
  const others = players.filter((name) => name !== me.value);
  const outcome = useSignal<{ text: string; isWrong: boolean }>({ text: '', isWrong: false });
  if (!me.value) return null;

  function send(event: SubmitEvent) {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const typed = new FormData(form);
    const player = typed.get('player') as string;
    const text = (typed.get('text') as string).trim();
    request<'ok'>({ type: 'report', game: game.id, player, text }).then(
      () => {
        form.reset();
        outcome.value = { text: w.reportSent(player), isWrong: false };
      },
      (error: Error) => (outcome.value = { text: error.message, isWrong: true }),
    );
  }

  return (
    <details class="quieter">
      <summary>{w.reportPlayer}</summary>
      <form class="report" onSubmit={send}>
        <p class="about">{w.reportHelp}</p>
        <label>
          {w.reportWhom}
          <select name="player">
            {others.map((name) => (
              <option value={name} key={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {w.whatHappened}
          <textarea name="text" rows={2} maxLength={longest} required />
        </label>
        <p class={outcome.value.isWrong ? 'wrong' : 'about'} role="status">
          {outcome.value.text}
        </p>
        <button type="submit">{w.sendReport}</button>
      </form>
    </details>
  );
}
