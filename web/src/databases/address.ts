// Keeps the address and the search in a database the same, while they are shown.
import { batch, effect, untracked } from '@preact/signals';
import { address, goTo } from '../shell/navigation';
import { addressOf, type Place, placeIn } from './place';
import { found, part, player, query, shown, wanted } from './state';

const place = (): Place => ({
  database: shown.value,
  part: part.value,
  query: query.value,
  wanted: wanted.value,
});

function look(at: Place): void {
  batch(() => {
    shown.value = at.database;
    if (!at.database) return; // the search stays for when the database is shown again
    part.value = at.part;
    query.value = at.query;
    wanted.value = at.wanted;
  });
}

/** Returns what ends it. */
export function keepAddress(): () => void {
  // The user comes from elsewhere: an address that says nothing means what was shown last.
  const linked = placeIn(address.value);
  if (linked?.database) look(linked);
  else goTo(addressOf(place()), 'replace');

  // While somebody types, the address changes with every letter. A step that Back leads to is what
  // was shown when games had been found.
  let isStep = true;
  const settling = effect(() => {
    void found.value;
    void player.value;
    isStep = true;
  });
  const writing = effect(() => {
    const target = addressOf(place());
    untracked(() => {
      const asked = placeIn(address.value);
      if (!asked || target === addressOf(asked)) return;
      goTo(target, isStep ? 'push' : 'replace');
      isStep = false;
    });
  });
  const reading = effect(() => {
    const asked = placeIn(address.value);
    untracked(() => {
      if (asked && addressOf(place()) !== addressOf(asked)) look(asked);
    });
  });
  return () => {
    settling();
    writing();
    reading();
  };
}
