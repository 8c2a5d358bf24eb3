// The import of games, while it runs and what came of it.
import { signal } from '@preact/signals';
import { announce } from '../game/speech';
import { siteAddress, type SiteAddress } from './addresses';
import { importGames } from './library';
import { messageFor } from './listing';
import { words } from './words';

/** How much has been read, from 0 to 1; null if nothing is being imported. */
export const progress = signal<{ share: number; games: number } | null>(null);
/** What came of the last import. */
export const outcome = signal<{ text: string; isError: boolean } | null>(null);
/** The address that was pasted instead of games. */
export const address = signal<SiteAddress | null>(null);

function conclude(text: string, isError: boolean): void {
  outcome.value = { text, isError };
}

export async function importFrom(source: Blob | string): Promise<void> {
  if (progress.value) return;
  const w = words.value;
  outcome.value = null;
  address.value = typeof source === 'string' ? siteAddress(source) : null;
  if (address.value) return announce(w.addresses[`${address.value.site} ${address.value.what}`]);
  progress.value = { share: 0, games: 0 };
  try {
    const { added, known, error } = await importGames(source, (share, games) => {
      progress.value = { share, games };
    });
    if (added + known > 0) {
      const problem = error ? ` ${w.notAllRead(error)}` : '';
      conclude(w.imported(added, known) + problem, problem !== '');
    } else conclude(error ? w.notAllRead(error) : w.noGames, true);
  } catch (error) {
    conclude(messageFor(error), true);
  } finally {
    progress.value = null;
  }
}

export async function importFiles(files: FileList | null | undefined): Promise<void> {
  if (files && files.length > 0)
    await importFrom(new Blob([...files].flatMap((one) => [one, '\n\n'])));
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
