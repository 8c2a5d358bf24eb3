// Importing games, and exporting and deleting all of them.
import { useSignal } from '@preact/signals';
import { Sheet } from '../design/Sheet';
import { openPgn } from '../game/analysis';
import { download } from '../game/download';
import { announce } from '../game/speech';
import { show } from '../shell/navigation';
import { showError } from '../shell/notices';
import { faultWords, words as openWords } from '../words';
import { address, importFiles, importFrom, outcome, progress } from './importing';
import { clear, exportAll } from './library';
import type { ImportNote } from './library-protocol';
import { keepsNothing, messageFor, statistics } from './listing';
import { words } from './words';

export function Transfer() {
  return (
    <div class="transfer">
      <Import />
      <ExportAndDelete />
    </div>
  );
}

function Import() {
  const w = words.value;
  const text = useSignal('');
  const isBusy = progress.value !== null;
  return (
    <section class="panel" aria-label={w.importTitle}>
      <h3>{w.importTitle}</h3>
      {!keepsNothing.value && <p class="about">{w.importHelp}</p>}
      <label class="file">
        <input
          type="file"
          multiple
          accept=".pgn,.txt"
          disabled={isBusy}
          onChange={(event) => {
            const input = event.currentTarget;
            // The same file can be chosen again.
            void importFiles(input.files).finally(() => (input.value = ''));
          }}
        />
        <span>{w.chooseFile}</span>
      </label>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void importFrom(text.value).then(() => {
            if (outcome.value && !outcome.value.isError) text.value = '';
          });
        }}
      >
        <label>
          {w.pasteGames}
          <textarea
            rows={3}
            spellcheck={false}
            value={text.value}
            onInput={(event) => (text.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" disabled={isBusy || !text.value.trim()}>
          {w.import}
        </button>
      </form>
      {progress.value && (
        <label class="import-progress">
          <progress value={progress.value.share} max={1} />{' '}
          {w.importing(Math.floor(progress.value.share * 100), progress.value.games)}
        </label>
      )}
      <p role="status" class={outcome.value?.isError ? 'wrong' : 'about'}>
        {outcome.value?.text}
      </p>
      <Notes />
      <Address />
    </section>
  );
}

/** The games that were not read as they stand there, each to be looked at. */
function Notes() {
  const w = words.value;
  const notes = outcome.value?.notes ?? [];
  if (notes.length === 0) return null;
  return (
    <details class="import-notes">
      <summary>{w.notesTitle(notes.length)}</summary>
      <ul>
        {notes.map((note) => (
          <li>
            <button
              type="button"
              onClick={() => openPgn(note.pgn, openWords.value.replaced) && show('analyse')}
            >
              {note.white} – {note.black}
            </button>{' '}
            {w.fates[note.fate]}: {placeOf(note)}
            {faultWords(note)}
          </li>
        ))}
      </ul>
    </details>
  );
}

const placeOf = ({ fault }: ImportNote): string =>
  fault?.line ? `${words.value.place(fault.line, fault.column ?? 1)}: ` : '';

/** What to do with the address of another site. */
function Address() {
  const w = words.value;
  const known = address.value;
  if (!known) return null;
  return (
    <div class="other-site">
      <p>{w.addresses[`${known.site} ${known.what}`]}</p>
      <a href={known.download} target="_blank" rel="noopener noreferrer">
        {w.downloadFrom(known.site)}
      </a>
    </div>
  );
}

function ExportAndDelete() {
  const w = words.value;
  const asks = useSignal(false);
  const count = statistics.value?.games ?? 0;
  const report = (error: unknown) => showError(messageFor(error));
  return (
    <section class="panel" aria-label={w.exportTitle}>
      <h3>{w.exportTitle}</h3>
      <div class="buttons">
        <button
          type="button"
          disabled={count === 0}
          onClick={() => {
            announce(w.exporting);
            exportAll().then((pgn) => download('kibitz-games.pgn', pgn), report);
          }}
        >
          {w.exportAll}
        </button>
        <button type="button" disabled={count === 0} onClick={() => (asks.value = true)}>
          {w.removeAll}
        </button>
      </div>
      {asks.value && (
        <Sheet
          title={w.removeAll}
          action={w.removeAllNow(count)}
          onAction={async () => {
            try {
              await clear();
              announce(w.removedAll);
            } catch (error) {
              report(error);
            }
            asks.value = false;
          }}
          onClose={() => (asks.value = false)}
        >
          <p>{w.removeAllSure(count)}</p>
        </Sheet>
      )}
    </section>
  );
}
