// A link to write to a player, whose key the arena has. It is fetched where there is one.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { linkTo } from '../place';
import { words } from '../words';
import { addressNamed } from '../../letters/name';

interface Props {
  name: string;
  letters: { key: string; signature: string };
}

export function LetterLink({ name, letters }: Props) {
  const w = words.value;
  /** Empty while it is checked; nothing if the key's owner has not signed the name. */
  const address = useSignal<string | null>('');
  useEffect(() => {
    if (!globalThis.crypto?.subtle) return;
    addressNamed(name, letters).then(
      (found) => (address.value = found),
      () => (address.value = null),
    );
  }, [name, letters.key, letters.signature]);
  if (address.value === null) return <p class="wrong">{w.wrongLetterKey(name)}</p>;
  if (!address.value) return null;
  return (
    <p>
      <a class="button" href={linkTo('letters', address.value)}>
        {w.writeLetter}
      </a>
    </p>
  );
}
