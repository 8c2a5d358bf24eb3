// The user's games: looking for them, what they say, and importing and exporting them. A wide window
// shows the list beside the rest; a tall one shows one part at a time. A database of the server's may
// take their place.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { keepAddress } from '../databases/address';
import { database, part as databasePart } from '../databases/state';
import { WhoseGames } from '../databases/WhoseGames';
import { words as databaseWords } from '../databases/words';
import { lazily } from '../design/lazily';
import { SignalSegments } from '../design/Segments';
import { FindGames } from './FindGames';
import { follow, trouble } from './listing';
import { StatisticsOfGames } from './StatisticsOfGames';
import { Transfer } from './Transfer';
import { takesDroppedGames } from './importing';
import { words } from './words';
import './my-games.css';

const parts = ['list', 'statistics', 'transfer'] as const;
const part = signal<(typeof parts)[number]>('list');

const DatabaseView = lazily(async () => (await import('../databases/DatabaseView')).DatabaseView);

export function MyGames() {
  useEffect(keepAddress, []);
  const other = database.value;
  const title = other ? databaseWords.value.title(other.name, other.games) : words.value.title;
  return (
    <section
      class={`my-games ${(other ? databasePart : part).value}`}
      aria-label={title}
      {...(!other && takesDroppedGames)}
    >
      <div class="games-head">
        <h2>{title}</h2>
        <WhoseGames />
      </div>
      {other ? <DatabaseView /> : <OwnGames />}
    </section>
  );
}

function OwnGames() {
  const w = words.value;
  useEffect(follow, []);
  return (
    <>
      {trouble.value && (
        <p class="wrong" role="alert">
          {trouble.value}
        </p>
      )}
      <SignalSegments
        legend={w.part}
        name="my-games-part"
        value={part}
        all={parts}
        names={w.parts}
      />
      <FindGames onImport={() => (part.value = 'transfer')} />
      <div class="beside">
        <StatisticsOfGames />
        <Transfer />
      </div>
    </>
  );
}
