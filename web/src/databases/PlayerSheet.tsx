// A player's page, to prepare for an opponent: what they play with each colour, and how it goes.
import type { Color } from 'kibitz';
import { useEffect } from 'preact/hooks';
import { ResultsBar } from '../design/ResultsBar';
import { openMoves } from '../game/analysis';
import { loadRules } from '../game/core';
import { inOwnLetters } from '../game/notation';
import { prefer } from '../settings/preferences';
import { show } from '../shell/navigation';
import { showError } from '../shell/notices';
import { words as pageWords } from '../words';
import { explore, noFilter } from './explored';
import { NameField } from './NameField';
import { dateText, everything } from './query';
import type { NamedTally, Repertoire, Tally } from './server';
import { followPlayer, narrow, player, playerTrouble, shown, want, wanted } from './state';
import { words } from './words';

export function PlayerSheet({ onGames }: { onGames: () => void }) {
  const w = words.value;
  useEffect(followPlayer, []);
  const { name, line, since } = wanted.value;
  const known = player.value;
  return (
    <section class="panel player-sheet" aria-label={w.prepare}>
      <h3>{w.prepare}</h3>
      <form aria-label={w.prepare} onSubmit={(event) => event.preventDefault()}>
        <NameField
          label={w.name}
          database={shown.value}
          value={name}
          onInput={(typed) => want({ name: typed })}
        />
        <label>
          {w.onlyAfter}
          <input
            value={line}
            placeholder="1. e4"
            spellcheck={false}
            onInput={(event) => want({ line: event.currentTarget.value })}
          />
        </label>
        <label>
          {w.onlySince}
          <input
            value={since}
            placeholder="2020"
            onInput={(event) => want({ since: event.currentTarget.value })}
          />
        </label>
      </form>
      <p class="wrong" role="alert">
        {playerTrouble.value}
      </p>
      {name.trim() === '' && <p class="about">{w.prepareHelp}</p>}
      <p class="about" role="status">
        {known && !known.complete && w.partial}
      </p>
      {known &&
        (['white', 'black'] as const).map((side) => (
          <SideOf key={side} side={side} repertoire={known[side]} onGames={onGames} />
        ))}
    </section>
  );
}

interface SideProps {
  side: Color;
  repertoire: Repertoire;
  onGames: () => void;
}

function SideOf({ side, repertoire, onGames }: SideProps) {
  const w = words.value;
  const { total, openings, firstMoves } = repertoire;
  if (total.games === 0) return <p>{w.noGames(w.as[side])}</p>;
  const searchFor = (change: { opening?: string; line?: string }) => {
    const { name, line, since } = wanted.value;
    narrow({ ...emptySearch, player: name, colour: side, line, since, ...change });
    onGames();
  };
  return (
    <section class="side-of-player" aria-label={w.as[side]}>
      <h4>
        {w.as[side]} <small>{aboutTally(total)}</small>
      </h4>
      <TallyBar {...total} />
      <div class="buttons">
        <button type="button" onClick={() => void exploreLine(side, movesIn(wanted.value.line))}>
          {w.allOnBoard}
        </button>
      </div>
      <h5>{w.openings}</h5>
      <Lines
        lines={openings}
        text={(opening) => pageWords.value.openingName(opening)}
        title={(opening) => w.showGames(opening)}
        onPress={(opening) => searchFor({ opening })}
      />
      <h5>{w.firstMoves}</h5>
      <Lines
        lines={firstMoves}
        text={inOwnLetters}
        title={(moves) => w.showOnBoard(moves)}
        onPress={(moves) => void exploreLine(side, movesIn(moves))}
      />
    </section>
  );
}

/** The order stays as the user has chosen it. */
const { order, ...emptySearch } = everything;

/** "1. e4 c5" as its moves. */
const movesIn = (line: string): string[] =>
  line
    .split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, ''))
    .filter(Boolean);

/** Opens the moves on the board, and what the player does then in the opening explorer. */
async function exploreLine(side: Color, moves: readonly string[]): Promise<void> {
  const { name, since } = wanted.value;
  try {
    await loadRules();
    openMoves('', moves, {});
    const year = Number.parseInt(since, 10);
    explore({
      ...noFilter,
      database: shown.value,
      player: name,
      colour: side,
      since: Number.isNaN(year) ? 0 : year,
    });
    prefer({ explorer: true });
    show('analyse');
  } catch (error) {
    showError(error);
  }
}

interface LinesProps {
  lines: readonly NamedTally[];
  text: (name: string) => string;
  title: (name: string) => string;
  onPress: (name: string) => void;
}

/** What the server calls games that are of no opening, or begin elsewhere. */
const isRest = (name: string) => name === 'no opening' || name === 'another start';

function Lines({ lines, text, title, onPress }: LinesProps) {
  return (
    <ul class="tallies">
      {lines
        .filter(({ name }) => !isRest(name))
        .map(({ name, ...tally }) => (
          <li key={name}>
            <button
              type="button"
              class="line"
              title={title(text(name))}
              onClick={() => onPress(name)}
            >
              {text(name)} <small>{aboutTally(tally)}</small>
            </button>
            <TallyBar {...tally} />
          </li>
        ))}
    </ul>
  );
}

/** "2024-05": the day says nothing here. */
const monthLength = 7;

function aboutTally({ games, performance, last }: Tally): string {
  const w = words.value;
  const date = dateText(last).slice(0, monthLength);
  return [w.games(games), performance && w.performance(performance), date && w.last(date)]
    .filter(Boolean)
    .join(' · ');
}

function TallyBar({ wins, draws, losses }: Tally) {
  return (
    <ResultsBar
      parts={[
        ['won', wins],
        ['draws', draws],
        ['lost', losses],
      ]}
      label={words.value.tally(wins, draws, losses)}
    />
  );
}
