// What the operator has changed.
import { useAnswer } from '../useAnswer';
import { timeText, words } from '../words';

interface Action {
  time: string;
  command: Record<string, unknown>;
}

export function Log() {
  const w = words.value;
  const actions = useAnswer<Action[]>('actions');
  return (
    <section class="panel" aria-labelledby="log-title">
      <h2 id="log-title">{w.log}</h2>
      <p class="about">{w.logHelp}</p>
      {!actions.value?.length && <p role="status">{actions.value ? w.noLog : w.loading}</p>}
      <ol class="rows">
        {actions.value?.toReversed().map(({ time, command }) => (
          <li key={`${time} ${JSON.stringify(command)}`}>
            <time dateTime={time} class="soft">
              {timeText(time)}
            </time>
            <strong>{w.commands[String(command.command)] ?? String(command.command)}</strong>
            <span>{detailsOf(command)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The player, the game or the contest, and the words that go with it. */
function detailsOf(command: Record<string, unknown>): string {
  const w = words.value;
  if (command.command === 'drain') return command.on === false ? w.allowed : w.stopped;
  const { name, to, game, contest, report, note } = command;
  const target = name ?? contest ?? game ?? report;
  return [target, to && `→ ${to}`, note && `„${note}“`].filter(Boolean).join(' ');
}
