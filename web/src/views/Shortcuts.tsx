// The sheet that lists the keyboard shortcuts.
import { signal } from '@preact/signals';
import { Sheet } from '../design/Sheet';
import { prefer, preferences } from '../settings/preferences';
import { words } from '../words';

const isOpen = signal(false);
export const showShortcuts = (): void => void (isOpen.value = true);
const close = () => void (isOpen.value = false);

export function Shortcuts() {
  if (!isOpen.value) return null;
  const w = words.value;
  const { keys, keyNames } = w;
  const groups: { name: string; rows: [shown: string[], meaning: string][] }[] = [
    {
      name: keys.everywhere,
      rows: [
        [['←', '→'], keys.step],
        [[keyNames.home, keyNames.end], keys.ends],
        [['F'], keys.flip],
        [[keyNames.escape], keys.escape],
        [['?'], keys.help],
      ],
    },
    {
      name: w.game,
      rows: [
        [['U'], keys.takeBack],
        [['H'], keys.hint],
      ],
    },
    {
      name: w.analysis,
      rows: [
        [['E'], keys.engine],
        [['X'], keys.threat],
      ],
    },
    {
      name: w.chessBoard,
      rows: [
        [[keyNames.tab], keys.reach],
        [['←', '→', '↑', '↓'], keys.walk],
        [[keyNames.enter], keys.lift],
      ],
    },
  ];
  return (
    <Sheet
      title={w.shortcuts}
      action={w.close}
      onAction={close}
      onClose={close}
      class="shortcut-list"
    >
      <div class="key-groups">
        {groups.map(({ name, rows }) => (
          <section key={name}>
            <h3>{name}</h3>
            <dl>
              {rows.map(([shown, meaning]) => (
                <div key={meaning}>
                  <dt>
                    {shown.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <label class="icon-toggle">
        <input
          type="checkbox"
          class="switch"
          checked={preferences.value.shortcuts}
          onChange={(event) => prefer({ shortcuts: event.currentTarget.checked })}
        />
        <span>{keys.lettersAreCommands}</span>
      </label>
    </Sheet>
  );
}
