// Keeps the focus in place where a button replaces what it stands in.
import { nextTask } from '../game/core';

/** Focuses the first element that matches, once the page has been rendered again. */
export async function focusNext(selector: string): Promise<void> {
  await nextTask();
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
}
