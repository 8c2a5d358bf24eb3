// The texts of the opening explorer in German.
import type { ExplorerWords } from './explorer-en';

export const de: ExplorerWords = {
  whose: 'Wessen Partien',
  sources: { people: 'Alle', own: 'Meine' },
  rating: 'Wertung',
  allRatings: 'Alle Wertungen',
  band: (start, end) =>
    start === null ? `Unter ${end}` : end === null ? `Ab ${start}` : `${start} bis ${end - 1}`,
  side: 'Sie spielten',
  sides: { both: 'Beide Farben', white: 'Weiß', black: 'Schwarz' },
  number: (count) => count.toLocaleString('de'),
  games: (count) => `${count.toLocaleString('de')} ${count === 1 ? 'Partie' : 'Partien'}`,
  results: (white, draws, black) =>
    `Weiß gewinnt ${white} %, remis ${draws} %, Schwarz gewinnt ${black} %`,
  showMoves: (count) => `Alle ${count} Züge zeigen`,
  loading: 'Die Züge werden geladen…',
  missing: 'Die Tabelle der Züge konnte nicht geladen werden. Sind Sie online?',
  tryAgain: 'Noch einmal versuchen',
  nobody: 'Keine Partie der Tabelle hat diese Stellung erreicht.',
  nobodyRated: 'Niemand mit dieser Wertung hat diese Stellung in der Tabelle erreicht.',
  showAll: 'Alle Wertungen zeigen',
  noneOwn: 'Keine Ihrer Partien hat diese Stellung erreicht.',
  noGamesYet:
    'Hier steht, was Sie in jeder Stellung ziehen, sobald Sie Partien gespielt oder eingelesen haben.',
  showGames: 'Diese Partien zeigen',
  toMyGames: 'Zu meinen Partien',
  about:
    'Aus 59.000 gewerteten Partien von Menschen auf lichess und chess.com, mit Wertungen auf der Skala von lichess.',
};
