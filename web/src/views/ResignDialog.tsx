// Asks whether somebody really wants to resign.
import type { RefObject } from 'preact';
import { words } from '../words';

interface Props {
  dialog: RefObject<HTMLDialogElement | null>;
  onResign: () => void;
}

/** Asks, as the button does; for those who type it. */
export const askToResign = (): void =>
  document.querySelector<HTMLDialogElement>('dialog.resigning')?.showModal();

export function ResignDialog({ dialog, onResign }: Props) {
  const w = words.value;
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} class="resigning" aria-labelledby="resign-title">
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
