// All games in progress. A game that ends stays for a while with its result.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { liveGames } from '../lobby';
import { words } from '../words';
import { MiniGame } from './MiniGame';

/** The server lets a connection watch 64 games at once. */
const mostBoards = 60;
const millisecondsAfterTheEnd = 20_000;

export function Boards() {
  const w = words.value;
  const shown = useSignal<string[]>([]);
  const live = liveGames.value.map(({ id }) => id);
  useEffect(() => {
    shown.value = [...shown.value, ...live.filter((id) => !shown.value.includes(id))];
    const ended = shown.value.filter((id) => !live.includes(id));
    const timeout = setTimeout(
      () => (shown.value = shown.value.filter((id) => !ended.includes(id))),
      millisecondsAfterTheEnd,
    );
    return () => clearTimeout(timeout);
  }, [live.join()]);
  return (
    <section class="wall" aria-labelledby="wall-title">
      <h2 id="wall-title">{w.boards}</h2>
      <p class="about">{shown.value.length === 0 ? w.noGames : w.boardsHelp}</p>
      <div class="minis">
        {shown.value.slice(0, mostBoards).map((id) => (
          <MiniGame id={id} as="spectator" key={id} />
        ))}
      </div>
    </section>
  );
}
