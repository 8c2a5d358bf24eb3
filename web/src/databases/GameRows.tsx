// A list of games of a database; a press on one opens it on the analysis board.
import { titleOf } from '../game/glance';
import { resultText, words as pageWords } from '../words';
import { openGame } from './open-game';
import { dateText } from './query';
import type { FoundGame } from './server';
import { words } from './words';
import './game-rows.css';

interface Props {
  database: string;
  games: readonly FoundGame[];
  label: string;
  /** The name of the position to open them at. */
  position?: string;
}

export function GameRows({ database, games, label, position = '' }: Props) {
  return (
    <ul class="found-games" aria-label={label}>
      {games.map((game) => (
        <li key={game.number}>
          <Row game={game} onOpen={() => void openGame(database, game.number, position)} />
        </li>
      ))}
    </ul>
  );
}

function Row({ game, onOpen }: { game: FoundGame; onOpen: () => void }) {
  const title =
    titleOf({
      White: game.white,
      Black: game.black,
      WhiteElo: String(game.whiteElo ?? ''),
      BlackElo: String(game.blackElo ?? ''),
    }) ?? '? – ?';
  const details = [
    dateText(game.date),
    pageWords.value.openingName(game.opening),
    words.value.moves(game.plies),
  ];
  return (
    <div class="found-game">
      <button type="button" class="line" onClick={onOpen}>
        <span class="found-title">{title}</span>{' '}
        <b class="found-result">{resultText(game.result)}</b>{' '}
        <small>{details.filter(Boolean).join(' · ')}</small>
      </button>
    </div>
  );
}
