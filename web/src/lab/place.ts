// What of the laboratory is shown, as the address says after its #.
import { signal } from '@preact/signals';

/** Those that everybody finds above; `keys` is for operators, `begin` for those who may begin a test. */
export const views = ['tests', 'workers', 'record', 'keys'] as const;
export type View = (typeof views)[number] | 'begin';
export type Place = { view: View } | { view: 'test'; test: string };

function placeIn(hash: string): Place {
  const test = /^#test=(\d+)$/.exec(hash)?.[1];
  if (test) return { view: 'test', test };
  const all: readonly View[] = [...views, 'begin'];
  return { view: all.find((view) => hash === `#${view}`) ?? 'tests' };
}

export const place = signal<Place>(placeIn(location.hash));
addEventListener('hashchange', () => {
  place.value = placeIn(location.hash);
  scrollTo(0, 0);
});
