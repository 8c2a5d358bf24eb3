// The texts of My games in English.
import type { Fate } from 'kibitz';
import type { WantedResult } from '../search';

const games = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'game' : 'games'}`;

export const en = {
  title: 'My games',
  parts: { list: 'Games', statistics: 'Statistics', transfer: 'Import and export' },
  part: 'Part',
  games,

  // Looking for games
  search: 'Search',
  player: 'Player or event',
  opening: 'Opening or ECO',
  result: 'Result',
  results: {
    any: 'Any result',
    won: 'You won',
    drawn: 'Draw',
    lost: 'You lost',
    white: 'White won',
    black: 'Black won',
    open: 'Unfinished',
  } as Record<WantedResult, string>,
  colour: 'Your colour',
  from: 'From',
  to: 'To',
  moreFields: 'More: dates, ratings, moves, material, position',
  clearSearch: 'Show all games',
  found: (found: number) => `${games(found)} found`,
  loading: 'Your games are loading…',
  noneFound: 'No games match.',
  none: 'No games yet',
  noneHelp: 'Every game that you play here is kept in this browser. You can also import games.',
  playOne: 'Play a game',
  importSome: 'Import games',
  more: 'Show more',
  plies: (plies: number) => `${Math.ceil(plies / 2)} ${plies <= 2 ? 'move' : 'moves'}`,
  review: (game: string) => `Review ${game}`,
  remove: (game: string) => `Delete ${game}`,
  removed: (white: string, black: string) => `${white} – ${black} was deleted.`,
  anotherOpened: 'Another game was opened.',

  // Statistics
  ownNames: 'Your names in imported games, separated by commas',
  as: { white: 'With White', black: 'With Black' },
  tally: (won: number, drawn: number, lost: number) => `${won} won, ${drawn} drawn, ${lost} lost`,
  rating: 'Your rating against the opponents here',
  ratingNow: (rating: number, count: number) => `About ${rating} after ${games(count)}`,
  ratingGraph: (first: number, last: number, least: number, most: number) =>
    `Your rating over time: from ${first} to ${last}, between ${least} and ${most}`,
  noRating: 'Play against levels or characters, and your rating appears here.',
  openings: 'Your openings',
  noOpenings: 'What you open with appears here.',
  mistakes: 'Recurring mistakes',
  reviewed: (count: number, accuracy: number) =>
    `In ${games(count)} reviewed, your accuracy was ${accuracy}%. What punished your mistakes:`,
  noReviews: 'Review some of your games, and what goes wrong most often appears here.',
  motifs: {
    'back rank': 'Mate on the back rank',
    hanging: 'A piece left hanging',
    'double check': 'Double check',
    'discovered check': 'Discovered check',
    fork: 'Fork',
    skewer: 'Skewer',
    'discovered attack': 'Discovered attack',
    pin: 'Pin',
    'removes defender': 'A defender removed',
    overloaded: 'An overloaded defender',
    trapped: 'A piece trapped',
  } as Record<string, string>,
  otherMotif: 'Something else',
  times: (count: number) => `${count} ${count === 1 ? 'time' : 'times'}`,

  // Import and export
  importTitle: 'Import games',
  importHelp: 'PGN with any number of games. They stay in this browser.',
  chooseFile: 'Choose a PGN file',
  pasteGames: 'Or paste games, or the address of games',
  import: 'Import',
  importing: (percent: number, count: number) => `${percent}% read, ${games(count)} added`,
  imported: (added: number, known: number) =>
    `${games(added)} ${added === 1 ? 'was' : 'were'} added.` +
    (known > 0 ? ` ${games(known)} ${known === 1 ? 'was' : 'were'} here already.` : ''),
  noGames: 'There is no game in this text.',
  /** What became of all games that were read. */
  account: (fates: Record<Fate, number>, without: number) =>
    `Read as they are: ${fates.read}, repaired: ${fates.repaired}, ` +
    `cut at a move that cannot be: ${fates.cut}, refused: ${fates.refused}.` +
    (without > 0
      ? ` ${games(without)} without a move ${without === 1 ? 'was' : 'were'} not kept.`
      : ''),
  fates: { read: 'read', repaired: 'repaired', cut: 'cut', refused: 'refused' },
  notesTitle: (count: number) => `What was not as it should be: ${games(count)}`,
  place: (line: number, column: number) => `line ${line}, column ${column}`,
  /** Why the server did not fetch games, by its code. */
  fetchErrors: {
    notThere: 'The site knows no such player or game, or has no games of the last twelve months.',
    siteIsBusy: 'The site asks to try again later.',
    tooManyRequests: 'Please wait a moment before the next download.',
  } as Record<string, string>,
  notFetched: 'The server could not fetch the games.',
  /** What to do with an address, which the page does not fetch. */
  addresses: {
    'lichess player':
      'The page fetches nothing from other sites. This link lets your browser download the games of this player from lichess as a PGN file, which you can then import here.',
    'lichess game':
      'The page fetches nothing from other sites. This link lets your browser download this game from lichess as a PGN file, which you can then import here.',
    'chess.com player':
      'The page fetches nothing from other sites. On the page behind this link, select the games, press the download button, and import the file here.',
    'chess.com game':
      'The page fetches nothing from other sites. On the page behind this link, choose Share and then PGN, copy the text, and paste it here.',
  },
  downloadFrom: (site: string) => `Open on ${site}`,
  exportTitle: 'Export and delete',
  exportAll: 'Export all games (PGN)',
  exporting: 'The file is being made…',
  removeAll: 'Delete all games',
  removeAllSure: (count: number) =>
    `This deletes all ${games(count)} from this browser. It cannot be undone. Export them first if you may want them again.`,
  removeAllNow: (count: number) => `Delete ${games(count)}`,
  removedAll: 'All games were deleted.',

  full: 'The browser has no more room for games. Export your games and delete some, or free space on this device.',
  unavailable:
    'This browser cannot keep games, perhaps because this is a private window. Games that you play now are lost when you close the page.',
  failed: (error: string) => `Your games could not be read: ${error}`,
};

export type MyGamesWords = typeof en;
