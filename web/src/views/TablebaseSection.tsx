// The exact result of a position with few pieces, and of each move, from the server's endgame tables.
import { playHere } from '../game/analysis';
import { inOwnLetters } from '../game/notation';
import { prefer, preferences } from '../settings/preferences';
import { mayBeInTables, tableEntry, type TableEntry } from '../game/tablebase';
import { words } from '../words';

export function TablebaseSection() {
  if (!mayBeInTables.value) return null;
  return (
    <details
      open={preferences.value.tables}
      onToggle={(event) => prefer({ tables: event.currentTarget.open })}
    >
      <summary>{words.value.endgameTables}</summary>
      {preferences.value.tables && <Answer />}
    </details>
  );
}

function Answer() {
  const w = words.value;
  const entry = tableEntry.value;
  return (
    <>
      <p role="status" class="about">
        {entry === undefined
          ? w.askingTables
          : entry === null
            ? w.notInTables
            : w.tableResult(entry.result, entry.dtz)}
      </p>
      {entry && <Moves entry={entry} />}
    </>
  );
}

function Moves({ entry }: { entry: TableEntry }) {
  const w = words.value;
  return (
    <ol class="lines">
      {entry.moves.map(({ uci, san, result }) => (
        <li key={uci}>
          <button type="button" class="line" onClick={() => playHere(uci)}>
            <b class={result.endsWith('loss') ? 'black' : ''}>{w.tableResults[result]}</b>{' '}
            {inOwnLetters(san)}
          </button>
        </li>
      ))}
    </ol>
  );
}
