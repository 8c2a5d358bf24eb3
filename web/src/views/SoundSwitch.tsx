// Switches the sounds on and off; in the settings and in the menu of a game.
import { prefer, preferences } from '../settings/preferences';
import { words } from '../words';

export function SoundSwitch() {
  return (
    <label class="icon-toggle">
      <input
        type="checkbox"
        class="switch"
        checked={preferences.value.sound}
        onChange={(event) => prefer({ sound: event.currentTarget.checked })}
      />
      <span>{words.value.sound}</span>
    </label>
  );
}
