// A sheet: a large dialog with a title and one main button, which on phones covers the page.
import type { ComponentChildren } from 'preact';
import { words } from '../words';
import { Icon } from './Icon';
import { useModal } from './modal';

interface Props {
  title: string;
  /** The name of the main button. */
  action: string;
  onAction: () => void | Promise<void>;
  onClose: () => void;
  class?: string;
  children: ComponentChildren;
}

export function Sheet({ title, action, onAction, onClose, class: name = '', children }: Props) {
  const w = words.value;
  const { dialog, closed } = useModal(onClose);
  return (
    <dialog ref={dialog} class="sheet" aria-label={title} onClose={closed}>
      <form
        class={name}
        onSubmit={(event) => {
          event.preventDefault();
          void onAction();
        }}
      >
        <div class="head">
          <h2>{title}</h2>
          <button
            type="button"
            class="plain only-icon"
            aria-label={w.cancel}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        <div class="body">{children}</div>
        <div class="foot">
          <button type="submit" class="primary big">
            {action}
          </button>
        </div>
      </form>
    </dialog>
  );
}
