// The opening explorer: what people, the user, or the players of a database played in the position shown.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { percentages, ResultsBar } from '../design/ResultsBar';
import { Segments } from '../design/Segments';
import { here, playHere } from '../game/analysis';
import { nextTask } from '../game/core';
import { wantPosition } from '../my-games/listing';
import { sides, type Side } from '../my-games/own-moves';
import { show } from '../shell/navigation';
import { focusNext } from '../design/focus';
import { words as pageWords } from '../words';
import { dateText } from '../databases/query';
import { findDatabases } from '../databases/server';
import { words as databaseWords } from '../databases/words';
import { DatabaseFilter, GamesHere, NothingInDatabase } from './OfDatabase';
import {
  askAgain,
  choice,
  choose,
  chooseSource,
  database,
  databaseTrouble,
  exploration,
  fetchTable,
  followDatabase,
  isKnownToOthers,
  isMissing,
  source,
  sources,
  table,
  type Exploration,
  type Explored,
} from './explorer';
import { previewed } from './preview';
import type { Results } from '../game/results';
import { words } from './words';
import { inOwnLetters } from '../game/notation';
import './explorer.css';

export function Explorer() {
  const w = words.value;
  useEffect(() => void fetchTable(), []);
  useEffect(() => void findDatabases(), []);
  useEffect(followDatabase, []);
  useEffect(() => () => void (previewed.value = []), []);
  return (
    <div class="explorer" tabIndex={-1}>
      <div class="explorer-choice">
        <Segments
          legend={w.whose}
          isQuiet
          name="explorer-source"
          value={source.value}
          all={sources.value}
          text={(one) => (one === 'people' || one === 'own' ? w.sources[one] : one.slice(1))}
          onChange={chooseSource}
        />
        {database.value ? <DatabaseFilter /> : source.value === 'people' ? <Band /> : <OwnSide />}
      </div>
      <Found />
    </div>
  );
}

function Band() {
  const w = words.value;
  const starts = table.value?.bandStarts ?? [];
  return (
    <select
      aria-label={w.rating}
      value={choice.value.band}
      onChange={(event) => choose({ band: Number(event.currentTarget.value) })}
    >
      <option value={-1}>{w.allRatings}</option>
      {starts.length > 0 &&
        [null, ...starts].map((start, band) => (
          <option value={band} key={start}>
            {w.band(start, starts[band] ?? null)}
          </option>
        ))}
    </select>
  );
}

function OwnSide() {
  const w = words.value;
  return (
    <select
      aria-label={w.side}
      value={choice.value.side}
      onChange={(event) => choose({ side: event.currentTarget.value as Side })}
    >
      {sides.map((side) => (
        <option value={side} key={side}>
          {w.sides[side]}
        </option>
      ))}
    </select>
  );
}

function Found() {
  const w = words.value;
  const found = exploration.value;
  if (database.value && databaseTrouble.value)
    return (
      <div class="empty">
        <p class="wrong" role="alert">
          {databaseTrouble.value}
        </p>
        <button type="button" onClick={askAgain}>
          {w.tryAgain}
        </button>
      </div>
    );
  if (source.value === 'people' && isMissing.value)
    return (
      <div class="empty">
        <p>{w.missing}</p>
        <button type="button" onClick={() => void fetchTable()}>
          {w.tryAgain}
        </button>
      </div>
    );
  if (!found) return <p class="about">{w.loading}</p>;
  if (found.moves.length === 0) return <Nothing />;
  return <Moves {...found} />;
}

/** What to do where no game got to. */
function Nothing() {
  const w = words.value;
  if (database.value) return <NothingInDatabase />;
  if (source.value === 'own')
    return (
      <div class="empty">
        <p>{w.noneOwn}</p>
        <p class="about">{w.noGamesYet}</p>
        <button type="button" onClick={() => show('games')}>
          {w.toMyGames}
        </button>
      </div>
    );
  if (isKnownToOthers.value)
    return (
      <div class="empty">
        <p>{w.nobodyRated}</p>
        <button type="button" onClick={() => choose({ band: -1 })}>
          {w.showAll}
        </button>
      </div>
    );
  return <p class="empty">{w.nobody}</p>;
}

/** So many are shown at first; the rest are rare. */
const firstMoves = 10;

function Moves({ moves, games, total }: Exploration) {
  const w = words.value;
  const isWhole = useSignal(false);
  useEffect(() => void (isWhole.value = false), [here.value?.fen]);
  const shown = isWhole.value ? moves : moves.slice(0, firstMoves);
  return (
    <>
      <ul class={`explored ${database.value && 'of-database'}`} aria-label={pageWords.value.moves}>
        {shown.map((one) => (
          <li key={one.uci}>
            <MoveRow {...one} />
          </li>
        ))}
      </ul>
      {shown.length < moves.length && (
        <button
          type="button"
          class="plain"
          onClick={() => {
            isWhole.value = true;
            void focusNext(`.explored li:nth-child(${firstMoves + 1}) button`);
          }}
        >
          {w.showMoves(moves.length)}
        </button>
      )}
      <div class="explored-total">
        <span>{w.games(games)}</span>
        <ResultsBar parts={partsOf(total)} label={resultWords(total)} />
      </div>
      {source.value === 'own' && (
        <button
          type="button"
          onClick={() => {
            wantPosition(here.value!.fen);
            show('games');
          }}
        >
          {w.showGames}
        </button>
      )}
      {database.value && <GamesHere />}
      {source.value === 'people' && <p class="about">{w.about}</p>}
    </>
  );
}

/** A share as a percentage: "43%", "0.4%". */
const percent = (share: number) => `${(share * 100).toFixed(share < 0.095 ? 1 : 0)}%`;

function MoveRow(props: Explored) {
  const { uci, move, games, share, opening, rating, performance, last, ...results } = props;
  const w = words.value;
  const more = moreOf(opening, rating, performance, last);
  const preview = () => (previewed.value = [uci]);
  const leave = () => (previewed.value = []);
  return (
    <button
      type="button"
      class="line explored-move"
      onPointerEnter={preview}
      onPointerLeave={leave}
      onFocus={preview}
      onBlur={leave}
      onClick={(event) => {
        leave();
        playHere(uci);
        void keepFocus(event.detail === 0);
      }}
    >
      <span class="explored-san">{inOwnLetters(move.san)}</span>{' '}
      <span class="explored-share" style={{ '--share': share }}>
        {percent(share)}
      </span>{' '}
      <span class="explored-games">
        <span aria-hidden="true">{w.number(games)}</span>
        <span class="hidden">{w.games(games)}</span>
      </span>{' '}
      <ResultsBar parts={partsOf(results)} label={resultWords(results)} />
      {more && <small class="explored-opening"> {more}</small>}
    </button>
  );
}

/** The opening that a move leads to, and what a database knows of it. */
function moreOf(
  opening: string | null,
  rating: number | null | undefined,
  performance: number | null | undefined,
  last: string | undefined,
): string {
  const d = databaseWords.value;
  const date = dateText(last ?? '').slice(0, 7); // the month
  return [
    opening && pageWords.value.openingName(opening),
    rating && d.ratedMean(rating),
    performance && d.performance(performance),
    date && d.last(date),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** The row that was pressed is gone; by keyboard the user goes on with the next position's first. */
async function keepFocus(byKeyboard: boolean): Promise<void> {
  await nextTask();
  const explorer = document.querySelector<HTMLElement>('.explorer');
  const row = byKeyboard && explorer?.querySelector<HTMLElement>('.explored-move');
  (row || explorer)?.focus({ preventScroll: true });
}

const partsOf = ({ white, draws, black }: Results) =>
  [
    ['white', white],
    ['draws', draws],
    ['black', black],
  ] as const;

function resultWords({ white, draws, black }: Results): string {
  const [whiteWins = 0, drawn = 0, blackWins = 0] = percentages([white, draws, black]);
  return words.value.results(whiteWins, drawn, blackWins);
}
