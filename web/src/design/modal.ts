// A dialog that is modal as long as it is rendered.
import { useLayoutEffect, useRef } from 'preact/hooks';

/** The dialog, and what is to be called when it was closed: by the user, or by the view that shows it. */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    // What is chosen comes before the button that closes it.
    const first = ['.body .card input:checked', '.body input:checked', '.body :is(input, button)']
      .map((selector) => shown?.querySelector<HTMLElement>(selector))
      .find(Boolean);
    first?.focus({ preventScroll: true });
    // The browser returns the focus when a dialog is closed, but not when it is only removed.
    return () => shown?.close();
  }, []);
  const closed = () => {
    if (dialog.current) onClose(); // not if it was closed because it is removed
  };
  return { dialog, closed };
}
