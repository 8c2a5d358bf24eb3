// Which games are shown: the user's own, or those of a database of the server's. Nothing where there is
// none.
import { useEffect } from 'preact/hooks';
import { Segments } from '../design/Segments';
import { databases, findDatabases } from './server';
import { shown } from './state';
import { words } from './words';

export function WhoseGames() {
  useEffect(() => void findDatabases(), []);
  const w = words.value;
  const known = databases.value ?? [];
  if (known.length === 0) return null;
  return (
    <Segments
      legend={w.whose}
      isQuiet
      name="whose-games"
      value={shown.value}
      all={['', ...known.map(({ name }) => name)]}
      text={(one) => one || w.own}
      onChange={(one) => (shown.value = one)}
    />
  );
}
