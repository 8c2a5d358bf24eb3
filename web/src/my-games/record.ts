// What the library keeps of a game beside its PGN.
import type { Color, ImportedGame } from 'kibitz';

/** A mistake that a review found, by either side. */
export interface KeptMistake {
  color: Color;
  verdict: 'inaccuracy' | 'mistake' | 'blunder';
  /** What punished it; null if no motif did. */
  motif: string | null;
}

export interface KeptReview {
  accuracy: Record<Color, number | null>;
  mistakes: KeptMistake[];
}

/** A game that is stored by itself: what it is known again and counted by. */
export interface GameRecord {
  id: number;
  /** Equal for the same game, so that nothing is kept twice. */
  origin: string;
  white: string;
  black: string;
  whiteElo: number | null;
  blackElo: number | null;
  result: string;
  /** As PGN writes it, "1972.07.11" with ? for what is unknown. */
  date: string;
  event: string;
  eco: string;
  opening: string;
  plies: number;
  /** The name of the last position, by which a review finds its game. */
  last: string;
  /** The side that the user played, if the game was played here. */
  side: Color | null;
  /** When it was stored, in milliseconds since 1970. */
  added: number;
  review?: KeptReview;
}

/** A game that is not stored yet. */
export interface NewGame {
  record: Omit<GameRecord, 'id'>;
  pgn: string;
}

const hexadecimal = 16;
/** A position's name has 40 bits, which a number holds exactly. */
export const numberOf = (positionName: string): number =>
  Number.parseInt(positionName, hexadecimal);

const known = (value: string | undefined) => (value && !/^[?*.]+$/.test(value) ? value : '');

/** `origin` and `side` are known for games that were played here. */
export function newGameOf(
  game: ImportedGame,
  added: number,
  played?: { origin: string; side: Color | null },
): NewGame {
  const { tags } = game;
  const rating = (tag: string) => Number.parseInt(tags[tag] ?? '', 10) || null;
  const date = /^[\d?]{4}\.[\d?]{2}\.[\d?]{2}$/.test(tags.Date ?? '') ? tags.Date! : '????.??.??';
  const white = known(tags.White);
  const black = known(tags.Black);
  const last = game.positions.at(-1) ?? '';
  const { plies } = game;
  return {
    pgn: game.pgn,
    record: {
      origin: played?.origin ?? [date, white, black, game.result, plies, last].join('|'),
      white,
      black,
      whiteElo: rating('WhiteElo'),
      blackElo: rating('BlackElo'),
      result: game.result,
      date,
      event: known(tags.Event),
      eco: game.opening?.eco ?? known(tags.ECO),
      opening: game.opening?.name ?? known(tags.Opening),
      plies,
      last,
      side: played?.side ?? null,
      added,
    },
  };
}

export const isPlayedHere = ({ origin }: Pick<GameRecord, 'origin'>): boolean =>
  origin.startsWith('played ');

/** The side of whoever has one of the names. */
export function sideByNames(
  { white, black }: Pick<GameRecord, 'white' | 'black'>,
  names: readonly string[],
): Color | null {
  const isMine = (player: string) =>
    names.some((name) => name.toLowerCase() === player.toLowerCase());
  return isMine(white) ? 'white' : isMine(black) ? 'black' : null;
}

/** The user's side: known, or that of one of their names. */
export function sideOf(record: GameRecord, names: readonly string[]): Color | null {
  if (record.side) return record.side;
  return isPlayedHere(record) ? null : sideByNames(record, names); // two people at one device
}

/** How a game ended for the user; null if that is unknown. */
export function scoreOf({ result }: GameRecord, side: Color | null): 0 | 0.5 | 1 | null {
  if (result === '1/2-1/2') return side && 0.5;
  if (!side || (result !== '1-0' && result !== '0-1')) return null;
  return (result === '1-0') === (side === 'white') ? 1 : 0;
}

/** The names in "Ann, bob". */
export const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
