// The short messages that the page shows over every view: errors, and changes that can be undone.
import { signal } from '@preact/signals';
import type { View } from './navigation';

/** The error to show until the user closes it; empty if there is none. */
export const errorMessage = signal('');

/** What an error can be about besides what the user has just done: the game on the analysis board. */
type Subject = 'game';
let subject: Subject | null = null;

export interface Undoable {
  text: string;
  /** The view that it concerns, which shows it. */
  view: View;
  undo: () => void;
}

/** The latest change that can be undone, until there is another one or the user closes the message. */
export const undoable = signal<Undoable | null>(null);

/** An error about the open game is shown until another game is open. */
export function showError(error: unknown, about: Subject | null = null): void {
  subject = about;
  errorMessage.value = messageOf(error);
}

/** Another one is open: what was wrong with the one before it, or with the last attempt, is over. */
export function forgetErrorAbout(gone: Subject): void {
  if (subject === gone) errorMessage.value = '';
}

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
