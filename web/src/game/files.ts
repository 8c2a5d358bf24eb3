// Files with games or positions, which the user selects or drops anywhere on the page.
import { openText } from './analysis';
import { loadRules, rules } from './core';
import { showError } from '../shell/notices';
import { words } from '../words';

const mostMegabytes = 20;

/** Returns false, with a message for the user, if the text holds no game. */
export async function openFile(file: File | undefined): Promise<boolean> {
  if (!file) return false;
  if (file.size > mostMegabytes * 1e6) {
    showError(words.value.fileTooLarge(mostMegabytes), 'game');
    return false;
  }
  try {
    const [bytes] = await Promise.all([file.arrayBuffer(), loadRules()]);
    return rules.value !== null && openText(rules.value.textOf(bytes));
  } catch (error) {
    showError(error, 'game'); // it was a folder, or the file has gone
    return false;
  }
}

/** Without this the browser would leave the page and open the file itself. */
export function takeDroppedFiles(opened: () => void): () => void {
  // The browser handles text that is dropped into a field.
  const isForField = ({ dataTransfer, target }: DragEvent) =>
    !dataTransfer?.types.includes('Files') &&
    target instanceof Element &&
    target.closest('input, textarea');
  const over = (event: DragEvent) => isForField(event) || event.preventDefault();
  const drop = (event: DragEvent) => {
    if (isForField(event)) return;
    event.preventDefault();
    void openFile(event.dataTransfer?.files[0]).then((isOpen) => isOpen && opened());
  };
  addEventListener('dragover', over);
  addEventListener('drop', drop);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('drop', drop);
  };
}
