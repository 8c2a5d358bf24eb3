// The short messages that the page shows over every view: errors, and changes that can be undone.
import { signal } from '@preact/signals';
import type { View } from './navigation';

/** The error to show until the user closes it; empty if there is none. */
export const errorMessage = signal('');

export interface Undoable {
  text: string;
  /** The view that it concerns, which shows it. */
  view: View;
  undo: () => void;
}

/** The latest change that can be undone, until there is another one or the user closes the message. */
export const undoable = signal<Undoable | null>(null);

export function showError(error: unknown): void {
  errorMessage.value = messageOf(error);
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
