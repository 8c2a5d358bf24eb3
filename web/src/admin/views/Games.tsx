// The games under way.
import { useSignal } from '@preact/signals';
import { command } from '../connection';
import { useAnswer } from '../useAnswer';
import { words } from '../words';
import { Ask } from './Ask';

interface Game {
  id: string;
  game: string;
  players: [string, string];
  contest: string;
  plies: number;
  paused: boolean;
}

export function Games() {
  const w = words.value;
  const games = useAnswer<Game[]>('games');
  const asked = useSignal<Game | null>(null);
  const names = ({ players: [first, second] }: Game) => w.versus(first, second);
  return (
    <section class="panel" aria-labelledby="games-title">
      <h2 id="games-title">{w.games}</h2>
      {!games.value?.length && <p role="status">{games.value ? w.noGames : w.loading}</p>}
      <ul class="rows">
        {games.value?.map((game) => (
          <li key={game.id}>
            <strong>{names(game)}</strong>
            <span>{w.gameNames[game.game] ?? game.game}</span>
            <span class="soft">{w.plies(game.plies)}</span>
            {game.contest && <span class="tag">{game.contest}</span>}
            {game.paused && <span class="tag bad">{w.paused}</span>}
            <code class="soft">{game.id}</code>
            <button type="button" class="small" onClick={() => (asked.value = game)}>
              {w.abort}
            </button>
          </li>
        ))}
      </ul>
      {asked.value && (
        <Ask
          question={{
            title: w.abort,
            text: w.asks.abort(names(asked.value)),
            run: async () => {
              await command('abort', { game: asked.value?.id });
              games.again();
              return undefined;
            },
          }}
          onClose={() => (asked.value = null)}
        />
      )}
    </section>
  );
}
