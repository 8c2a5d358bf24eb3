// The server as a whole: no new games before it is stopped, copies of its log, archives of games.
import { useSignal } from '@preact/signals';
import { command } from '../connection';
import { useAnswer } from '../useAnswer';
import { refusalText, words } from '../words';
import { Ask } from './Ask';

export function Server() {
  const w = words.value;
  return (
    <>
      <Drain />
      <WriteFile
        id="backup"
        title={w.backupTitle}
        help={w.backupHelp}
        example="/var/backups/arena.db"
        write={async (fields) =>
          w.backedUp((await command<{ entries: number }>('backup', fields)).entries)
        }
      />
      <WriteFile
        id="archive"
        title={w.archiveTitle}
        help={w.archiveHelp}
        example="/var/backups/2026-10.pgn"
        canSelect
        write={async (fields) =>
          w.archived((await command<{ games: number }>('archive', fields)).games)
        }
      />
    </>
  );
}

function Drain() {
  const w = words.value;
  const status = useAnswer<{ draining: boolean }>('status');
  const isAsked = useSignal(false);
  const isDraining = status.value?.draining ?? false;
  const drain = async (on: boolean) => {
    await command('drain', { on });
    status.again();
    return undefined;
  };
  return (
    <section class="panel" aria-labelledby="drain-title">
      <h2 id="drain-title">{w.drainTitle}</h2>
      <p>{isDraining ? w.drainIsOn : w.drainIsOff}</p>
      <div class="row">
        <button
          type="button"
          onClick={() => (isDraining ? void drain(false) : (isAsked.value = true))}
        >
          {isDraining ? w.undrain : w.drain}
        </button>
      </div>
      {isAsked.value && (
        <Ask
          question={{ title: w.drain, text: w.asks.drain, run: () => drain(true) }}
          onClose={() => (isAsked.value = false)}
        />
      )}
    </section>
  );
}

interface WriteProps {
  id: string;
  title: string;
  help: string;
  example: string;
  /** Whether games of a month or a player can be chosen. */
  canSelect?: boolean;
  /** Gives back what is to be said. */
  write: (fields: Record<string, string>) => Promise<string>;
}

function WriteFile({ id, title, help, example, canSelect = false, write }: WriteProps) {
  const w = words.value;
  const fields = useSignal<Record<string, string>>({});
  const said = useSignal('');
  const isBusy = useSignal(false);
  async function submit() {
    isBusy.value = true;
    said.value = await write(fields.value).catch(refusalText);
    isBusy.value = false;
  }
  const field = (name: string, label: string, placeholder = '') => (
    <label>
      {label}
      <input
        value={fields.value[name] ?? ''}
        placeholder={placeholder}
        required={name === 'file'}
        onInput={(event) => {
          fields.value = { ...fields.value, [name]: event.currentTarget.value };
        }}
      />
    </label>
  );
  return (
    <form
      class="panel"
      aria-labelledby={`${id}-title`}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <h2 id={`${id}-title`}>{title}</h2>
      <p class="about">{help}</p>
      <div class="fields">
        {field('file', w.file, example)}
        {canSelect && field('month', w.month)}
        {canSelect && field('player', w.onlyPlayer)}
      </div>
      <div class="row">
        <button type="submit" disabled={isBusy.value}>
          {w.write}
        </button>
        <span role="status">{said.value}</span>
      </div>
    </form>
  );
}
