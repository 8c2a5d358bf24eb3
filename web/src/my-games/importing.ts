// The import of games, while it runs and what came of it.
import { signal } from '@preact/signals';
import { announce } from '../game/speech';
import { siteAddress, type SiteAddress } from './addresses';
import { fetchGames, FetchError } from './fetching';
import { importGames } from './library';
import type { ImportNote } from './library-protocol';
import { messageFor } from './listing';
import { words } from './words';

interface Outcome {
  text: string;
  isError: boolean;
  /** Games that were not read as they stand there. */
  notes: readonly ImportNote[];
}

/** How much has been read, from 0 to 1; null if nothing is being imported. */
export const progress = signal<{ share: number; games: number } | null>(null);
/** What came of the last import. */
export const outcome = signal<Outcome | null>(null);
/** The address that was pasted instead of games. */
export const address = signal<SiteAddress | null>(null);

function conclude(text: string, isError: boolean, notes: readonly ImportNote[] = []): void {
  outcome.value = { text, isError, notes };
}

export async function importFrom(source: Blob[] | string): Promise<void> {
  if (progress.value) return;
  const w = words.value;
  outcome.value = address.value = null;
  const site = typeof source === 'string' ? siteAddress(source) : null;
  if (site) return importFromSite(site);
  progress.value = { share: 0, games: 0 };
  try {
    const { added, known, without, fates, notes } = await importGames(source, (share, games) => {
      progress.value = { share, games };
    });
    const isWhole = fates.cut + fates.refused === 0;
    const account = notes.length > 0 || without > 0 ? ` ${w.account(fates, without)}` : '';
    if (added + known + without === 0) conclude(w.noGames, true);
    else conclude(w.imported(added, known) + account, !isWhole || added + known === 0, notes);
  } catch (error) {
    conclude(messageFor(error), true);
  } finally {
    progress.value = null;
  }
}

/** Through the server if it may; otherwise the user is told what to do. */
async function importFromSite(site: SiteAddress): Promise<void> {
  const w = words.value;
  const explain = () => {
    address.value = site;
    announce(w.addresses[`${site.site} ${site.what}`]);
  };
  progress.value = { share: 0, games: 0 };
  try {
    const parts = await fetchGames(site);
    if (!parts) return explain();
    let [added, known] = [0, 0];
    for await (const { pgn, share } of parts) {
      const done = await importGames(pgn, () => {});
      added += done.added;
      known += done.known;
      progress.value = { share, games: added + known };
    }
    conclude(w.imported(added, known), false);
  } catch (error) {
    conclude(
      error instanceof FetchError
        ? (w.fetchErrors[error.message] ?? w.notFetched)
        : messageFor(error),
      true,
    );
    explain();
  } finally {
    progress.value = null;
  }
}

export async function importFiles(files: FileList | null | undefined): Promise<void> {
  if (files && files.length > 0) await importFrom([...files]);
}

/** Files that are dropped here are imported; elsewhere the analysis opens them. */
export const takesDroppedGames = {
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    void importFiles(event.dataTransfer.files);
  },
};
