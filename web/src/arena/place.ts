// The place in the arena that is shown: the part of the address after #arena.
import { computed } from '@preact/signals';
import { address } from '../shell/navigation';

export const placeKinds = [
  'lobby',
  'game',
  'boards',
  'offer',
  'player',
  'name',
  'signin',
  'invitation',
  'moderation',
  'contest',
  'contests',
  'ratings',
  'letters',
  'points',
  'experiments',
] as const;
export type PlaceKind = (typeof placeKinds)[number];

export interface Place {
  kind: PlaceKind;
  name: string;
}

export const place = computed<Place>(() => {
  const [, kind = 'lobby', name = ''] = address.value.split('/');
  const known = placeKinds.find((one) => one === kind) ?? 'lobby';
  try {
    return { kind: known, name: decodeURIComponent(name) };
  } catch {
    return { kind: known, name };
  }
});

export const linkTo = (kind: PlaceKind, name = ''): string =>
  kind === 'lobby' ? '#arena' : `#arena/${kind}${name && `/${encodeURIComponent(name)}`}`;

export const goTo = (kind: PlaceKind, name = ''): void => void (location.hash = linkTo(kind, name));
