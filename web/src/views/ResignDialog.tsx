// Asks whether somebody really wants to resign.
import type { RefObject } from 'preact';
import { words } from '../words';

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  onResign: () => void;
}

export function ResignDialog({ dialog, onResign }: Props) {
  const w = words.value;
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} aria-labelledby="resign-title">
      <h2 id="resign-title">{w.resignSure}</h2>
      <div class="row">
        <button type="button" class="primary" onClick={() => (close(), onResign())}>
          {w.resign}
        </button>
        <button type="button" autofocus onClick={close}>
          {w.playOn}
        </button>
      </div>
    </dialog>
  );
}
