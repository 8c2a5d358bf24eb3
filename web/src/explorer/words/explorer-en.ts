// The texts of the opening explorer in English.
export const en = {
  whose: 'Whose games',
  sources: { people: 'People', own: 'My games' },
  rating: 'Rating',
  allRatings: 'All ratings',
  /** A band of ratings; `end` is the first rating beyond it. */
  band: (start: number | null, end: number | null) =>
    start === null
      ? `Below ${end}`
      : end === null
        ? `${start} and above`
        : `${start} to ${end - 1}`,
  side: 'You played',
  sides: { both: 'Either colour', white: 'White', black: 'Black' },
  number: (count: number) => count.toLocaleString('en'),
  games: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'game' : 'games'}`,
  results: (white: number, draws: number, black: number) =>
    `White wins ${white}%, draws ${draws}%, Black wins ${black}%`,
  showMoves: (count: number) => `Show all ${count} moves`,
  loading: 'The moves are loading…',
  missing: 'The table of moves could not be loaded. Are you online?',
  tryAgain: 'Try again',
  nobody: 'No game in the table reached this position.',
  nobodyRated: 'Nobody of this rating reached this position in the table.',
  showAll: 'Show all ratings',
  noneOwn: 'None of your games reached this position.',
  noGamesYet: 'Games that you play or import appear here with what you play in each position.',
  showGames: 'Show these games',
  toMyGames: 'Go to My games',
  about:
    'From 59,000 rated games of people on lichess and chess.com, with ratings on the scale of lichess.',
};

export type ExplorerWords = typeof en;
