// What players have reported, with the chat of the game, and what can be done about it.
import { useSignal } from '@preact/signals';
import { command } from '../connection';
import { useAnswer } from '../useAnswer';
import { refusalText, timeText, words } from '../words';
import { PlayerMenu, type Standing } from './PlayerMenu';

interface Report {
  report: number;
  time: string;
  from: string;
  player: string;
  game: string;
  text: string;
  chat: { player: string; text: string; time: string }[];
}

const nothing: Standing = { banned: false, muted: false, revoked: false };

export function Reports() {
  const w = words.value;
  const reports = useAnswer<Report[]>('reports');
  const accounts = useAnswer<(Standing & { name: string })[]>('tokens');
  if (!reports.value?.length) return <p role="status">{reports.value ? w.noReports : w.loading}</p>;
  const again = () => {
    reports.again();
    accounts.again();
  };
  return (
    <>
      {reports.value.map((report) => (
        <ReportCard
          key={report.report}
          report={report}
          standing={accounts.value?.find(({ name }) => name === report.player) ?? nothing}
          onDone={again}
        />
      ))}
    </>
  );
}

interface CardProps {
  report: Report;
  standing: Standing;
  onDone: () => void;
}

function ReportCard({ report, standing, onDone }: CardProps) {
  const w = words.value;
  const note = useSignal('');
  const wrong = useSignal('');
  const close = () =>
    command('closeReport', { report: report.report, note: note.value.trim() }).then(
      onDone,
      (error) => (wrong.value = refusalText(error)),
    );
  return (
    <article class="panel report">
      <h2>{w.reportOf(report.from, report.player)}</h2>
      <p class="soft">
        {timeText(report.time)} · {w.gameId(report.game)}
      </p>
      <blockquote>{report.text}</blockquote>
      <h3>{w.chat}</h3>
      {report.chat.length === 0 && <p class="about">{w.noChat}</p>}
      <ol class="chat">
        {report.chat.map((line) => (
          <li key={`${line.time} ${line.player}`}>
            <b>{line.player}</b> {line.text} <small>{timeText(line.time)}</small>
          </li>
        ))}
      </ol>
      <PlayerMenu
        name={report.player}
        standing={standing}
        only={['mute', 'unmute', 'ban', 'unban', 'rename']}
        onDone={onDone}
      />
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void close();
        }}
      >
        <input
          aria-label={w.note}
          placeholder={w.note}
          value={note.value}
          maxLength={500}
          onInput={(event) => (note.value = event.currentTarget.value)}
        />
        <button type="submit">{w.closeReport}</button>
        <span class="wrong" role="alert">
          {wrong.value}
        </span>
      </form>
    </article>
  );
}
