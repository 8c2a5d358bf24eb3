// Small JSON values in localStorage. A stored value may come from an older version or from somebody
// else, so each reader checks it.

import { signal } from '@preact/signals';

/** Why a value could not be stored: there is no more room, or the browser stores nothing here. */
export type Loss = 'full' | 'forbidden';
export const lost = signal<Loss | null>(null);

/**
 * Where storage is forbidden, it cannot even be reached; where nothing may be stored, it has room for
 * nothing at all.
 */
function lossNow(): Loss {
  const probe = 'kibitz.probe';
  try {
    localStorage.setItem(probe, '');
    localStorage.removeItem(probe);
    return 'full';
  } catch {
    try {
      return localStorage.length > 0 ? 'full' : 'forbidden';
    } catch {
      return 'forbidden';
    }
  }
}

/** The other games of an opened file. The user still has the file, so these go first when room is short. */
export const spare = 'analysis.file';

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isText);

export function load<Value>(
  name: string,
  isGood: (value: unknown) => value is Value,
): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`kibitz.${name}`) ?? 'null');
    return isGood(value) ? value : null;
  } catch {
    return null; // not JSON, or storage is forbidden here
  }
}

export function save(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  const write = () => localStorage.setItem(`kibitz.${name}`, text);
  try {
    // A value that came from another tab must not be written back over that tab's newer one.
    if (localStorage.getItem(`kibitz.${name}`) === text) return;
    write();
  } catch {
    if (name === spare) return;
    try {
      localStorage.removeItem(`kibitz.${spare}`);
      write();
    } catch {
      lost.value ??= lossNow(); // the page goes on, but closing it loses the value
    }
  }
}

/** Calls `act` when another tab saves a value of that name. */
export function onSavedElsewhere(name: string, act: () => void): void {
  globalThis.addEventListener?.('storage', ({ key }) => key === `kibitz.${name}` && act());
}
