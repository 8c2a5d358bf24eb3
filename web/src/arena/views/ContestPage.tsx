// The page of a contest: standings, crosstable and games, with buttons to join, leave and start.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { download } from '../../game/download';
import { showError } from '../../shell/notices';
import { addressOf, readResource, request } from '../connection';
import { me } from '../identity';
import { liveGames } from '../lobby';
import { linkTo } from '../place';
import { type Contest, isChess, isTimed, type ShownContestKind, type Standing } from '../protocol';
import { words } from '../words';
import { MiniGame } from './MiniGame';
import { NameForm } from './NameForm';
import { PrizeLine } from './Prize';
import { reasonText, scoreOf } from './results';
import { TermsText } from './TermsText';
import { useResource } from './useResource';

const betweenRefreshes = 4000; // milliseconds; the start and end of games arrive as messages
const mostPreviews = 6;

export function ContestPage({ name }: { name: string }) {
  const w = words.value;
  const refreshes = useSignal(0);
  const live = liveGames.value.filter((game) => game.contest === name);
  const found = useResource(
    () => readResource<Contest>('contests', name),
    [name, refreshes.value, live.map(({ id }) => id).join()],
  );
  const contest = found.value;
  const isOver = contest?.stage === 'over';
  useEffect(() => {
    if (isOver) return;
    const interval = setInterval(() => document.hidden || ++refreshes.value, betweenRefreshes);
    return () => clearInterval(interval);
  }, [isOver]);
  if (contest === undefined)
    return (
      <p class="about centred" role="status">
        {w.loading}
      </p>
    );
  if (contest === null)
    return (
      <p class="centred" role="status">
        {w.noContest}
      </p>
    );

  const act = (type: 'joinContest' | 'leaveContest' | 'startContest') =>
    void request({ type, contest: name })
      .then(() => ++refreshes.value)
      .catch(showError);
  const mine = contest.table.find(({ player }) => player === me.value);
  const isIn = mine !== undefined && !mine.left;
  const canJoin =
    contest.stage === 'open' || (contest.stage === 'running' && isTimed(contest.kind));

  return (
    <div class="page">
      <section class="panel" aria-labelledby="contest-name">
        <div class="heading">
          <h2 id="contest-name">
            {contest.name} <span class={`tag ${contest.stage}`}>{w.stages[contest.stage]}</span>
          </h2>
          <div class="row">
            {me.value && canJoin && !isIn && (
              <button type="button" class="primary" onClick={() => act('joinContest')}>
                {w.join}
              </button>
            )}
            {me.value === contest.organiser && contest.stage === 'open' && (
              <button
                type="button"
                class="primary"
                disabled={contest.table.length < 2}
                onClick={() => act('startContest')}
              >
                {w.startContest}
              </button>
            )}
            {isIn && !isOver && (
              <button type="button" onClick={() => act('leaveContest')}>
                {w.leave}
              </button>
            )}
          </div>
        </div>
        <p class="facts">
          <span>{w.contestKinds[contest.kind]}</span>
          <TermsText terms={contest} isPerMove={contest.kind === 'meetings'} />
          {contest.kind !== 'meetings' && <Organiser name={contest.organiser} />}
          {contest.stage === 'running' && contest.kind !== 'meetings' && (
            <span>{progressText(contest)}</span>
          )}
          {contest.winner !== null && <strong>{w.wonBy(contest.winner)}</strong>}
        </p>
        {contest.prize && <PrizeLine prize={contest.prize} />}
        {contest.stage === 'open' && (
          <p class="about">
            {w.waitsForStart(contest.organiser || w.theOperator)}{' '}
            {contest.expires && w.expiresAt(dateText(contest.expires))}
          </p>
        )}
        {!me.value && canJoin && <NameForm />}
      </section>
      {live.length > 0 && (
        <section class="panel" aria-labelledby="contest-live">
          <h2 id="contest-live">{w.beingPlayed}</h2>
          <div class="minis">
            {live.slice(0, mostPreviews).map(({ id }) => (
              <MiniGame id={id} as="preview" key={id} />
            ))}
          </div>
        </section>
      )}
      <section class="panel" aria-labelledby="contest-table">
        <h2 id="contest-table">{contest.ladder ? w.ladder : w.standings}</h2>
        {contest.table.length === 0 ? (
          <p class="about">{w.noPlayersYet}</p>
        ) : (
          <Standings contest={contest} />
        )}
      </section>
      {contest.games.length > 0 && (
        <>
          {contest.crosstable && (
            <section class="panel" aria-labelledby="contest-crosstable">
              <h2 id="contest-crosstable">{w.crosstable}</h2>
              <Crosstable contest={contest} cells={contest.crosstable} />
            </section>
          )}
          <section class="panel" aria-labelledby="contest-games">
            <div class="heading">
              <h2 id="contest-games">{w.roundsAndGames}</h2>
              <div class="row">
                {isChess(contest.game) && (
                  <a
                    class="button small"
                    href={addressOf('contests', `${contest.name}.pgn`)}
                    download={`${contest.name}.pgn`}
                  >
                    {w.download('PGN')}
                  </a>
                )}
                <button type="button" class="small" onClick={() => downloadJson(contest)}>
                  {w.download('JSON')}
                </button>
              </div>
            </div>
            <Rounds contest={contest} />
          </section>
        </>
      )}
    </div>
  );
}

function Organiser({ name }: { name: string }) {
  const w = words.value;
  return <span>{name ? <a href={linkTo('player', name)}>{w.madeBy(name)}</a> : w.byOperator}</span>;
}

const dateText = (time: number) =>
  new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(time));

function progressText({ kind, round, rounds, ends }: Contest): string {
  const w = words.value;
  const time = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: 'short' });
  if (ends !== undefined) return w.endsAt(time.format(new Date(ends)));
  return kind === 'swiss' ? w.roundOf(round, rounds) : w.round(round);
}

function downloadJson(contest: Contest): void {
  download(
    `${contest.name}.json`,
    new Blob([JSON.stringify(contest, null, 2)], { type: 'application/json' }),
  );
}

/** "2½", "½", "0.75" */
function half(points: number): string {
  const whole = Math.floor(points);
  if (points === whole) return String(whole);
  return points - whole === 0.5 ? `${whole || ''}½` : String(points);
}

/** The tie-breaks of each kind; a knockout is ranked by rounds alone. */
function tieBreaks(kind: ShownContestKind): readonly ('buchholz' | 'sonnebornBerger' | 'direct')[] {
  if (kind === 'knockout') return [];
  return kind === 'roundRobin' || kind === 'meetings'
    ? ['direct', 'sonnebornBerger']
    : ['buchholz', 'sonnebornBerger', 'direct'];
}

function Standings({ contest }: { contest: Contest }) {
  const w = words.value;
  const ties = tieBreaks(contest.kind);
  const rows = contest.ladder
    ? contest.ladder.map((player, i) => ({
        ...contest.table.find((row) => row.player === player)!,
        rank: i + 1,
      }))
    : contest.table;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.standings}>
      <table>
        <thead>
          <tr>
            <th scope="col" class="number-cell">
              <abbr title={w.rank}>{w.short.rank}</abbr>
            </th>
            <th scope="col">{w.player}</th>
            <th scope="col" class="number-cell">
              <abbr title={w.points}>{w.short.points}</abbr>
            </th>
            <th scope="col" class="number-cell">
              <abbr title={w.wonDrawnLost}>{w.short.wonDrawnLost}</abbr>
            </th>
            {ties.map((tie) => (
              <th scope="col" class="number-cell" key={tie}>
                <abbr title={w[tie]}>{w.short[tie]}</abbr>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.player} class={row.player === me.value ? 'mine' : ''}>
              <td class="number-cell">{row.rank}</td>
              <td>
                <Name row={row} />
              </td>
              <td class="number-cell">
                <strong>{half(row.points)}</strong>
              </td>
              <td class="number-cell soft">
                {row.wins} {row.draws} {row.losses}
              </td>
              {ties.map((tie) => (
                <td class="number-cell soft" key={tie}>
                  {half(row[tie])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ row }: { row: Standing }) {
  return (
    <>
      <a href={linkTo('player', row.player)}>{row.player}</a>
      {row.left && <span class="tag">{words.value.hasLeft}</span>}
    </>
  );
}

function Crosstable({ contest, cells }: { contest: Contest; cells: (number | null)[][] }) {
  const w = words.value;
  return (
    <div class="scroll" tabIndex={0} role="group" aria-label={w.crosstable}>
      <table class="crosstable">
        <thead>
          <tr>
            <th scope="col" class="number-cell">
              <abbr title={w.rank}>{w.short.rank}</abbr>
            </th>
            <th scope="col">{w.player}</th>
            {contest.table.map(({ player }, i) => (
              <th scope="col" class="number-cell" key={player}>
                <abbr title={player}>{i + 1}</abbr>
              </th>
            ))}
            <th scope="col" class="number-cell">
              <abbr title={w.points}>{w.short.points}</abbr>
            </th>
          </tr>
        </thead>
        <tbody>
          {contest.table.map((row, i) => (
            <tr key={row.player} class={row.player === me.value ? 'mine' : ''}>
              <td class="number-cell soft">{i + 1}</td>
              <th scope="row">
                <Name row={row} />
              </th>
              {cells[i]!.map((points, j) => (
                <td class={`number-cell ${i === j ? 'self' : ''}`} key={j}>
                  {i === j ? '' : points === null ? '·' : half(points)}
                </td>
              ))}
              <td class="number-cell">
                <strong>{half(row.points)}</strong>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Rounds({ contest }: { contest: Contest }) {
  const w = words.value;
  const rounds = [...new Set(contest.games.map(({ round }) => round))].toSorted((a, b) => b - a);
  return (
    <>
      {rounds.map((round) => (
        <section key={round} class="round">
          {round > 0 && !isTimed(contest.kind) && <h3>{w.round(round)}</h3>}
          <ul class="rows">
            {contest.games
              .filter((game) => game.round === round)
              .map((game) => (
                <li key={game.id}>
                  <span>{w.versus(...game.players)}</span>
                  <strong>{scoreOf(game)}</strong>
                  <span class="soft">{reasonText(game)}</span>
                  <a class="button small" href={linkTo('game', game.id)}>
                    {w.replay}
                  </a>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
