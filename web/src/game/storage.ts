// What outlives the page: small JSON values. What is there may be anything, from an older version
// or somebody's hand; whoever reads it says what is good.

import { signal } from '@preact/signals';

/** Whether something found no room, or may not be kept here. */
export const isFull = signal(false);

/** The other games of a file, which somebody has elsewhere: they go where room is short. */
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
    // What came from another tab would go back to it, and take the place of what followed there.
    if (localStorage.getItem(`kibitz.${name}`) === text) return;
    write();
  } catch {
    if (name === spare) return;
    try {
      localStorage.removeItem(`kibitz.${spare}`);
      write();
    } catch {
      isFull.value = true; // the game goes on, but ends with the page
    }
  }
}

/** Calls when another tab saves something by that name. */
export function onSavedElsewhere(name: string, act: () => void): void {
  globalThis.addEventListener?.('storage', ({ key }) => key === `kibitz.${name}` && act());
}
