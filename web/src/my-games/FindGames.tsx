// The search for games, and the games it found.
import { useSignal } from '@preact/signals';
import { dateText } from '../databases/query';
import { Icon } from '../design/Icon';
import { here, openLast } from '../game/analysis';
import { rules } from '../game/core';
import { titleOf } from '../game/glance';
import { show } from '../shell/navigation';
import { showError } from '../shell/notices';
import { resultText, words as pageWords } from '../words';
import { focusNext } from '../design/focus';
import {
  gamesAtATime,
  messageFor,
  most,
  narrow,
  openInAnalysis,
  openInReview,
  page,
  query,
  removeGame,
  keepsNothing,
  wantEverything,
  wantNoPosition,
  wantPosition,
  wantedFen,
} from './listing';
import type { GameRecord } from './record';
import { everything, wantedResults, type WantedResult } from './search';
import { words } from './words';
import '../databases/game-rows.css';

export function FindGames({ onImport }: { onImport: () => void }) {
  const w = words.value;
  const isNarrowed = query.value !== everything && page.value?.found === 0;
  const isEmpty = page.value?.found === 0 && !isSearch();
  return (
    <section class="panel find-games" aria-label={w.parts.list}>
      {!isEmpty && <Search />}
      <p role="status" class="about">
        {page.value ? !isEmpty && w.found(page.value.found) : w.loading}
      </p>
      {isEmpty ? (
        <div class="no-games">
          <h3>{w.none}</h3>
          {!keepsNothing.value && <p>{w.noneHelp}</p>}
          <div class="buttons">
            <button type="button" class="primary" onClick={() => show('play')}>
              {w.playOne}
            </button>
            <button
              type="button"
              onClick={() => {
                onImport();
                void focusNext('.transfer input');
              }}
            >
              {w.importSome}
            </button>
          </div>
        </div>
      ) : (
        isNarrowed && (
          <div class="no-games">
            <p>{w.noneFound}</p>
            <button type="button" onClick={wantEverything}>
              {w.clearSearch}
            </button>
          </div>
        )
      )}
      <ul class="found-games">
        {page.value?.records.map((record) => (
          <li key={record.id}>
            <Row record={record} />
          </li>
        ))}
      </ul>
      {page.value && page.value.found > page.value.records.length && (
        <button type="button" class="wide" onClick={() => (most.value += gamesAtATime)}>
          {w.more}
        </button>
      )}
    </section>
  );
}

const isSearch = () =>
  Object.entries(query.value).some(([name, value]) => value !== everything[name as 'player']);

/** Where the list is beside the rest, there is room for all fields. */
const isWide = () => matchMedia('(min-width: 900px)').matches;

function Search() {
  const w = words.value;
  const { player, opening, result, from, to } = query.value;
  const typed = (name: 'player' | 'opening' | 'from' | 'to') => (event: Event) =>
    narrow({ [name]: (event.currentTarget as HTMLInputElement).value });
  return (
    <form role="search" aria-label={w.search} onSubmit={(event) => event.preventDefault()}>
      <label>
        {w.player}
        <input value={player} onInput={typed('player')} />
      </label>
      <label>
        {w.opening}
        <input value={opening} onInput={typed('opening')} />
      </label>
      <label>
        {w.result}
        <select
          value={result}
          onChange={(event) => narrow({ result: event.currentTarget.value as WantedResult })}
        >
          {wantedResults.map((one) => (
            <option value={one} key={one}>
              {w.results[one]}
            </option>
          ))}
        </select>
      </label>
      <details open={isWide()}>
        <summary>{w.dateAndPosition}</summary>
        <div>
          <label>
            {w.from}
            <input type="date" value={from} onChange={typed('from')} />
          </label>
          <label>
            {w.to}
            <input type="date" value={to} onChange={typed('to')} />
          </label>
          <PositionSearch />
        </div>
      </details>
    </form>
  );
}

function PositionSearch() {
  const w = words.value;
  const text = useSignal('');
  const wrong = useSignal('');
  const find = (fen: string) => {
    wrong.value = wantPosition(fen) ? '' : w.noPosition;
  };
  if (wantedFen.value)
    return (
      <div class="wanted-position">
        <p>
          {w.withPosition} <code>{wantedFen.value}</code>
        </p>
        <button
          type="button"
          onClick={() => {
            wantNoPosition();
            void focusNext('.position-search input');
          }}
        >
          {w.anyPosition}
        </button>
      </div>
    );
  return (
    <div class="position-search">
      <label>
        {w.position}
        <input
          value={text.value}
          spellcheck={false}
          onInput={(event) => (text.value = event.currentTarget.value)}
        />
      </label>
      <button type="button" disabled={!text.value.trim()} onClick={() => find(text.value.trim())}>
        {w.findPosition}
      </button>
      <button
        type="button"
        disabled={!rules.value}
        onClick={() => {
          openLast(); // the analysis may not have been shown yet
          find(here.value?.fen ?? '');
          void focusNext('.wanted-position button');
        }}
      >
        {w.positionOfAnalysis}
      </button>
      <p class="wrong" role="alert">
        {wrong.value}
      </p>
    </div>
  );
}

function Row({ record }: { record: GameRecord }) {
  const w = words.value;
  const title =
    titleOf({
      White: record.white,
      Black: record.black,
      WhiteElo: String(record.whiteElo ?? ''),
      BlackElo: String(record.blackElo ?? ''),
    }) ?? '? – ?';
  const opening = pageWords.value.openingName(record.opening);
  const details = [dateText(record.date), opening, w.plies(record.plies)].filter(Boolean);
  const act = (action: (record: GameRecord) => Promise<void>) => () =>
    void action(record).catch((error) => showError(messageFor(error)));
  return (
    <div class="found-game">
      <button type="button" class="line" onClick={act(openInAnalysis)}>
        <span class="found-title">{title}</span>
        <b class="found-result">{resultText(record.result)}</b>
        <small>{details.join(' · ')}</small>
      </button>
      <button
        type="button"
        class="plain only-icon"
        aria-label={w.review(title)}
        title={w.review(title)}
        onClick={act(openInReview)}
      >
        <Icon name="review" />
      </button>
      <button
        type="button"
        class="plain only-icon"
        aria-label={w.remove(title)}
        title={w.remove(title)}
        onClick={() => {
          void removeGame(record).then(() => focusNext('.toast button'));
        }}
      >
        <Icon name="remove" />
      </button>
    </div>
  );
}
