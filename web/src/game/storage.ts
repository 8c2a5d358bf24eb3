// What outlives the page: small JSON values. What is there may be anything, from an older version
// or somebody's hand; whoever reads it says what is good.

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);

export function load<Value>(name: string, isGood: (value: unknown) => value is Value): Value | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`kibitz.${name}`) ?? 'null');
    return isGood(value) ? value : null;
  } catch {
    return null; // not JSON, or storage is forbidden here
  }
}

export function save(name: string, value: unknown): void {
  try {
    localStorage.setItem(`kibitz.${name}`, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the game goes on, but ends with the page.
  }
}
