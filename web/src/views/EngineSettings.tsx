// The engine's threads and memory.
import { canShareMemory, mostHashMb, mostThreads } from 'kibitz';
import { usualThreads } from '../game/core';
import { preferences } from '../game/preferences';
import { changeEngine } from '../game/questions';
import { showError } from '../notices';
import { words } from '../words';

const usualHashMb = 16;
const hashSizes = [usualHashMb, 32, 64, 128];

interface Props {
  label: string;
  value: number;
  all: readonly number[];
  name: (value: number) => string;
  onChange: (value: number) => void;
}

function Amount({ label, value, all, name, onChange }: Props) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {all.map((one) => (
          <option value={one} key={one}>
            {name(one)}
          </option>
        ))}
      </select>
    </label>
  );
}

export function EngineSettings() {
  const w = words.value;
  const { threads, hashMb } = preferences.value;
  const cores = Math.min(mostThreads, navigator.hardwareConcurrency ?? 1);
  const change = (to: Parameters<typeof changeEngine>[0]) => void changeEngine(to).catch(showError);
  return (
    <details class="engine-settings">
      <summary>{w.engineSettings}</summary>
      <div class="row">
        {canShareMemory() && (
          <Amount
            label={w.threads}
            value={Math.min(threads || usualThreads(), cores)}
            all={Array.from({ length: cores }, (_, i) => i + 1)}
            name={String}
            onChange={(one) => change({ threads: one })}
          />
        )}
        <Amount
          label={w.memory}
          value={hashMb || usualHashMb}
          all={hashSizes.filter((size) => size <= mostHashMb())}
          name={(one) => `${one} MB`}
          onChange={(one) => change({ hashMb: one })}
        />
      </div>
      <p class="about">{canShareMemory() ? w.engineSettingsHelp : w.oneThreadOnly}</p>
    </details>
  );
}
