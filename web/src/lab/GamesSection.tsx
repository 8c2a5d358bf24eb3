// The games of a test: a list, the latest first, each of which can be replayed and downloaded.
import { useSignal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import { preferences } from '../settings/preferences';
import { allGames, download, gamesOfUnit, useLive } from './asking';
import type { Game, Games, TestDetails } from './protocol';
import { words } from './words';

export function GamesSection({ test }: { test: TestDetails }) {
  const w = words.value;
  const games = useSignal<Games | null | 'missing'>(null);
  const [before, setBefore] = useState<number | null>(null);
  const [replayed, setReplayed] = useState<Game | null>(null);
  const path = `tests/${test.test}/games${before === null ? '' : `?before=${before}`}`;
  useLive(path, games);
  const known = games.value;
  if (known === null || known === 'missing') return null;
  if (known.games.length === 0 && before === null) return <p class="about">{w.noGames}</p>;
  return (
    <section class="panel">
      <div class="line">
        <h3>{w.gamesTitle}</h3>
        <DownloadAll test={test} />
      </div>
      <div class={replayed ? 'games with-board' : 'games'}>
        {replayed && <Replay test={test.test} game={replayed} onClose={() => setReplayed(null)} />}
        <ul class="list">
          {known.games.map((game) => (
            <li key={game.number}>
              <button
                type="button"
                class="game"
                aria-pressed={replayed?.number === game.number}
                onClick={() => setReplayed(game)}
              >
                <span class="line">
                  <span>
                    <span class="soft">{w.number(game.number)}</span> {game.white} – {game.black}
                  </span>
                  <b>{game.result.replaceAll('1/2', '½').replace('-', '–')}</b>
                </span>
                <small class="soft">
                  {w.endings[game.end] ?? w.faultKinds[game.end] ?? game.end} ·{' '}
                  {w.moves(game.plies)} · {w.playedBy(game.worker)}
                </small>
                {game.faults.map(({ player, kind, detail }) => (
                  <small class="wrong" key={`${player} ${kind} ${detail}`}>
                    {player}: {w.faultKinds[kind] ?? kind}
                    {detail && ` (${detail})`}
                  </small>
                ))}
              </button>
            </li>
          ))}
        </ul>
      </div>
      <div class="row">
        {known.before !== undefined && (
          <button type="button" onClick={() => setBefore(known.before!)}>
            {w.earlier}
          </button>
        )}
        {before !== null && (
          <button type="button" onClick={() => setBefore(null)}>
            {w.latest}
          </button>
        )}
      </div>
    </section>
  );
}

function DownloadAll({ test }: { test: TestDetails }) {
  const w = words.value;
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  async function fetchAll(): Promise<void> {
    setState('busy');
    try {
      download(await allGames(test.test, test.units), `test-${test.test}.pgn`);
      setState('idle');
    } catch {
      setState('failed');
    }
  }
  return (
    <div class="row">
      {state === 'failed' && (
        <span class="wrong" role="alert">
          {w.gameFailed}
        </span>
      )}
      <button type="button" disabled={state === 'busy'} onClick={() => void fetchAll()}>
        {state === 'busy' ? w.downloading : w.downloadAll}
      </button>
    </div>
  );
}

interface ReplayProps {
  test: string;
  game: Game;
  onClose: () => void;
}

/** The board that other pages embed, with this game. */
function Replay({ test, game, onClose }: ReplayProps) {
  const w = words.value;
  const place = useRef<HTMLElement>(null);
  const [pgn, setPgn] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const { number, unit, game: index } = game;
  useEffect(() => {
    let isShown = true;
    setPgn(null);
    setFailed(false);
    place.current?.scrollIntoView({ block: 'nearest' });
    gamesOfUnit(test, unit).then(
      (games) => isShown && setPgn(games[index] ?? ''),
      () => isShown && setFailed(true),
    );
    return () => {
      isShown = false;
    };
  }, [test, unit, index]);
  const theme = document.documentElement.dataset.theme ?? 'light';
  const asked = new URLSearchParams({ theme, language: preferences.value.language });
  return (
    <section class="replay" ref={place} aria-label={w.replaying(number)}>
      <div class="line">
        <h4>{w.replaying(number)}</h4>
        <button type="button" class="plain" onClick={onClose}>
          {w.close}
        </button>
      </div>
      {hasFailed && (
        <p class="wrong" role="alert">
          {w.gameFailed}
        </p>
      )}
      {pgn && (
        <>
          <iframe
            key={number}
            title={w.replaying(number)}
            src={`./embed.html?${asked}#pgn=${encodeURIComponent(pgn)}`}
          />
          <button
            type="button"
            onClick={() =>
              download(new Blob([pgn], { type: 'application/vnd.chess-pgn' }), `game-${number}.pgn`)
            }
          >
            {w.downloadGame}
          </button>
        </>
      )}
    </section>
  );
}
