// The engine's threads and memory.
import { canShareMemory, mostHashMb, mostThreads } from 'kibitz';
import { Choice } from '../design/Choice';
import { usualThreads } from '../game/core';
import { preferences } from '../settings/preferences';
import { changeEngine } from '../game/questions';
import { showError } from '../shell/notices';
import { words } from '../words';

const usualHashMb = 16;
const hashSizes = [usualHashMb, 32, 64, 128];

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
          <Choice
            label={w.threads}
            value={Math.min(threads || usualThreads(), cores)}
            all={Array.from({ length: cores }, (_, i) => i + 1)}
            name={String}
            onChange={(one) => change({ threads: one })}
          />
        )}
        <Choice
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
