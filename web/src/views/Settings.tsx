// The settings of the page: colours, board, pieces, language, sound.
import { useSignal } from '@preact/signals';
import { prefer, preferences, themes, type Theme } from '../settings/preferences';
import { sound } from '../game/sound';
import { Choice } from '../design/Choice';
import { Icon } from '../design/Icon';
import { Menu } from '../design/Menu';
import { languages, words } from '../words';
import { Looks } from './Looks';
import { showShortcuts } from './Shortcuts';
import { SoundSwitch } from './SoundSwitch';

function Switch({ name, text }: { name: 'coordinates' | 'dots' | 'slides'; text: string }) {
  return (
    <label class="icon-toggle">
      <input
        type="checkbox"
        class="switch"
        checked={preferences.value[name]}
        onChange={(event) => prefer({ [name]: event.currentTarget.checked })}
      />
      <span>{text}</span>
    </label>
  );
}

export function Settings() {
  const w = words.value;
  const isOpen = useSignal(false);
  const { theme, language } = preferences.value;
  return (
    <Menu
      icon="settings"
      label={w.settings}
      class="settings"
      closes
      onToggle={(open) => (isOpen.value = open)}
    >
      <Choice
        label={w.theme}
        value={theme}
        all={themes}
        name={(one: Theme) => w.themes[one]}
        onChange={(one) => prefer({ theme: one })}
      />
      {isOpen.value && <Looks />}
      <Choice
        label={w.language}
        value={language in languages ? (language as keyof typeof languages) : 'en'}
        all={Object.keys(languages) as (keyof typeof languages)[]}
        name={(one) => languages[one]}
        onChange={(one) => prefer({ language: one })}
      />
      <Switch name="coordinates" text={w.coordinates} />
      <Switch name="dots" text={w.dots} />
      <Switch name="slides" text={w.slides} />
      <SoundSwitch />
      {preferences.value.sound && (
        <label class="range">
          {w.volume}
          <input
            type="range"
            min="0"
            max="100"
            step="5"
            value={preferences.value.volume}
            onInput={(event) => prefer({ volume: event.currentTarget.valueAsNumber })}
            onChange={() => sound('move')}
          />
        </label>
      )}
      <button type="button" onClick={showShortcuts}>
        <Icon name="keyboard" />
        {w.shortcuts}
      </button>
    </Menu>
  );
}
