// The search for games, and the games it found.
import { useSignal } from '@preact/signals';
import { colours, dateText, motifs, orders } from '../databases/query';
import { Choice, isRoomy, PositionField, TextField } from '../databases/SearchFields';
import { words as databaseWords } from '../databases/words';
import { Icon } from '../design/Icon';
import { titleOf } from '../game/glance';
import { show } from '../shell/navigation';
import { showError } from '../shell/notices';
import { resultText, words as pageWords } from '../words';
import { focusNext } from '../design/focus';
import {
  answered,
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
  wantPosition,
  wrongSearch,
} from './listing';
import type { Page, Row } from './library-protocol';
import { everything, type Query, wantedResults } from './search';
import { words } from './words';
import '../databases/game-rows.css';

export function FindGames({ onImport }: { onImport: () => void }) {
  const w = words.value;
  const isNone = page.value?.found === 0;
  const isNarrowed = isNone && isSearch(answered.value);
  const isEmpty = isNone && !isNarrowed;
  return (
    <section class="panel find-games" aria-label={w.parts.list}>
      {!isEmpty && <Search />}
      {wrongSearch.value && (
        <p class="wrong" role="alert">
          {wrongSearch.value}
        </p>
      )}
      <p role="status" class="about">
        {page.value ? !isEmpty && countText(page.value) : w.loading}
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
        {page.value?.games.map((game) => (
          <li key={game.id}>
            <GameRow game={game} />
          </li>
        ))}
      </ul>
      {page.value && page.value.found > page.value.games.length && (
        <button type="button" class="wide" onClick={() => (most.value += gamesAtATime)}>
          {w.more}
        </button>
      )}
    </section>
  );
}

/** A search that looks for motifs takes only so long. */
const countText = ({ found, complete }: Page): string =>
  complete ? words.value.found(found) : databaseWords.value.foundSoFar(found);

const isSearch = (asked: Query) =>
  Object.entries(asked).some(([name, value]) => value !== everything[name as 'player']);

/** Those of the fields below the first ones that ask for something have to be seen. */
const hasMore = ({ player, opening, result, ...more }: Query) =>
  Object.entries(more).some(([name, value]) => value !== everything[name as keyof typeof more]);

function Search() {
  const w = words.value;
  const d = databaseWords.value;
  const isOpen = useSignal(isRoomy());
  const { player, opening, result, opponent, colour, from, to, rating } = query.value;
  const { line, material, pawns, motif, missedWin, evalSwing, position, order } = query.value;
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
      <Choice
        label={w.result}
        value={result}
        all={wantedResults}
        names={w.results}
        onChange={(one) => narrow({ result: one })}
      />
      <details
        open={isOpen.value || hasMore(query.value)}
        onToggle={(event) => (isOpen.value = event.currentTarget.open)}
      >
        <summary>{w.moreFields}</summary>
        <div>
          <TextField
            label={d.opponent}
            value={opponent}
            onInput={(text) => narrow({ opponent: text })}
          />
          <Choice
            label={w.colour}
            value={colour}
            all={colours}
            names={d.colours}
            onChange={(one) => narrow({ colour: one })}
          />
          <label>
            {w.from}
            <input type="date" value={from} onChange={typed('from')} />
          </label>
          <label>
            {w.to}
            <input type="date" value={to} onChange={typed('to')} />
          </label>
          <TextField
            label={d.rating}
            value={rating}
            isNumber
            onInput={(text) => narrow({ rating: text })}
          />
          <TextField label={d.line} value={line} onInput={(text) => narrow({ line: text })} />
          <TextField
            label={d.material}
            value={material}
            onInput={(text) => narrow({ material: text })}
          />
          <TextField label={d.pawns} value={pawns} onInput={(text) => narrow({ pawns: text })} />
          <Choice
            label={d.motif}
            value={motif}
            all={motifs}
            names={d.motifs}
            onChange={(one) => narrow({ motif: one })}
          />
          <TextField
            label={d.missedWin}
            value={missedWin}
            isNumber
            onInput={(text) => narrow({ missedWin: text })}
          />
          <TextField
            label={d.evalSwing}
            value={evalSwing}
            isNumber
            onInput={(text) => narrow({ evalSwing: text })}
          />
          <Choice
            label={d.order}
            value={order}
            all={orders}
            names={d.orders}
            onChange={(one) => narrow({ order: one })}
          />
          <PositionField
            fen={position}
            want={wantPosition}
            wantNone={() => narrow({ position: '' })}
          />
        </div>
      </details>
    </form>
  );
}

function GameRow({ game }: { game: Row }) {
  const w = words.value;
  const title =
    titleOf({
      White: game.white,
      Black: game.black,
      WhiteElo: String(game.whiteElo ?? ''),
      BlackElo: String(game.blackElo ?? ''),
    }) ?? '? – ?';
  const opening = pageWords.value.openingName(game.opening);
  const details = [dateText(game.date), opening, w.plies(game.plies)].filter(Boolean);
  const act = (action: (game: Row) => Promise<void>) => () =>
    void action(game).catch((error) => showError(messageFor(error)));
  return (
    <div class="found-game">
      <button type="button" class="line" onClick={act(openInAnalysis)}>
        <span class="found-title">{title}</span>
        <b class="found-result">{resultText(game.result)}</b>
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
          void removeGame(game).then(() => focusNext('.toast button'));
        }}
      >
        <Icon name="remove" />
      </button>
    </div>
  );
}
