// A list to choose an opponent from.
import type { ComponentChildren } from 'preact';
import { characters, engineOpponent, levels, nameOf } from '../game/opponents';
import { words } from '../words';

interface Props {
  label: string;
  value: string;
  onChange: (id: string) => void;
  /** Further options in the last group. */
  children?: ComponentChildren;
}

export function OpponentChoice({ label, value, onChange, children }: Props) {
  const w = words.value;
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <optgroup label={w.levels}>
          {levels.map((one) => (
            <option value={one.id} key={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </optgroup>
        <optgroup label={w.characters}>
          {characters.map((one) => (
            <option value={one.id} key={one.id}>
              {nameOf(one)}
            </option>
          ))}
        </optgroup>
        <optgroup label={w.others}>
          <option value={engineOpponent.id}>{w.fullStrength}</option>
          {children}
        </optgroup>
      </select>
    </label>
  );
}
