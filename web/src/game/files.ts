// Files with games or positions: chosen, or dropped anywhere on the page.
import { openText } from './analysis';
import { loadRules } from './core';
import { complain } from '../notices';
import { words } from '../words';

const mostMegabytes = 20;

/** False, and a word of why, if there is no game in it. */
export async function openFile(file: File | undefined): Promise<boolean> {
  if (!file) return false;
  if (file.size > mostMegabytes * 1e6) {
    complain(words.value.fileTooLarge(mostMegabytes));
    return false;
  }
  try {
    const [text] = await Promise.all([file.text(), loadRules()]);
    return openText(text);
  } catch (error) {
    complain(error); // a folder, or a file that is gone
    return false;
  }
}

/** Without this the browser would leave the page for what is dropped on it. */
export function takeDroppedFiles(opened: () => void): () => void {
  // Words that are dropped into a field are the browser's business.
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
