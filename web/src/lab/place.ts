// What of the laboratory is shown, as the address says after its #.
import { signal } from '@preact/signals';

export const views = ['tests', 'workers', 'record'] as const;
export type View = (typeof views)[number];
export type Place = { view: View } | { view: 'test'; test: string };

function placeIn(hash: string): Place {
  const test = /^#test=(\d+)$/.exec(hash)?.[1];
  if (test) return { view: 'test', test };
  return { view: views.find((view) => hash === `#${view}`) ?? 'tests' };
}

export const place = signal<Place>(placeIn(location.hash));
addEventListener('hashchange', () => {
  place.value = placeIn(location.hash);
  scrollTo(0, 0);
});
