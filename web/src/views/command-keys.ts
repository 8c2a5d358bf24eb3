// Commands by a single key, such as f to flip the board. Text fields, selections and dialogs keep
// their keys, and the user can switch the commands off: speech input types letters, too.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { preferences } from '../settings/preferences';

const keepsKeys =
  'input:not([type=checkbox], [type=radio]), textarea, select, dialog, [contenteditable]';

export function useCommandKeys(commands: Partial<Record<string, () => void>>): void {
  const latest = useRef(commands);
  latest.current = commands;
  // Before the view is painted, since the user may press a key as soon as they see it.
  useLayoutEffect(() => {
    const key = (event: KeyboardEvent) => {
      if (!preferences.value.shortcuts || event.defaultPrevented || event.repeat) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(keepsKeys)) return;
      const command = latest.current[event.key.toLowerCase()];
      if (!command || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      command();
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}
