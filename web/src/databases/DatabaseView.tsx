// A database of the server's in the place of the user's own games: the search, and preparation for a
// player. A wide window shows the list beside the rest; a tall one shows one part at a time.
import { useEffect } from 'preact/hooks';
import { focusNext } from '../design/focus';
import { SignalSegments } from '../design/Segments';
import { DatabaseSearch } from './DatabaseSearch';
import { PlayerSheet } from './PlayerSheet';
import { parts } from './place';
import { follow, part } from './state';
import { words } from './words';
import './databases.css';

export function DatabaseView() {
  const w = words.value;
  useEffect(follow, []);
  return (
    <>
      <SignalSegments
        legend={w.part}
        name="database-part"
        value={part}
        all={parts}
        names={w.parts}
      />
      <DatabaseSearch />
      <div class="beside">
        <PlayerSheet
          onGames={() => {
            part.value = 'list';
            void focusNext('.find-games input');
          }}
        />
      </div>
    </>
  );
}
