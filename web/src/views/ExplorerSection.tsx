// Opens the opening explorer in the analysis. It is fetched when it is first opened.
import { lazily } from '../design/lazily';
import { prefer, preferences } from '../settings/preferences';
import { words } from '../words';

const Explorer = lazily(async () => (await import('../explorer/Explorer')).Explorer);

export function ExplorerSection() {
  const isOpen = preferences.value.explorer;
  return (
    <details open={isOpen} onToggle={(event) => prefer({ explorer: event.currentTarget.open })}>
      <summary>{words.value.openingExplorer}</summary>
      {isOpen && <Explorer />}
    </details>
  );
}
