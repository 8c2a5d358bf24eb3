// The user's games: looking for them, what they say, and importing and exporting them. A wide window
// shows the list beside the rest; a tall one shows one part at a time.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
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

export function MyGames() {
  const w = words.value;
  useEffect(follow, []);
  return (
    <section class={`my-games ${part.value}`} aria-label={w.title} {...takesDroppedGames}>
      <h2>{w.title}</h2>
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
    </section>
  );
}
