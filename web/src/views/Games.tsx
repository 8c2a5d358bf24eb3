// The title of the game, and the list of games of its file.
import { collection, isOpen, openListed, tree } from '../game/analysis';
import { occasionOf, titleOf } from '../game/glance';
import { words } from '../words';

export function Players() {
  const tags = tree.value?.tags ?? {};
  const title = titleOf(tags);
  return (
    title !== undefined && (
      <p class="players">
        <b>{title}</b> <small>{occasionOf(tags)}</small>
      </p>
    )
  );
}

export function Games() {
  const w = words.value;
  if (collection.value.length === 0) return null;
  return (
    <details class="games" open>
      <summary>{w.gamesInFile(collection.value.length)}</summary>
      <ol aria-label={w.games} tabIndex={0}>
        {collection.value.map((game, i) => (
          <li key={game.game}>
            <button
              type="button"
              class="line"
              aria-current={isOpen(game) ? 'true' : undefined}
              onClick={() => openListed(game)}
            >
              {i + 1}. {titleOf(game.tags) ?? w.nameless}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}
