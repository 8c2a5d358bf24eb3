// The texts of My games in German.
import type { MyGamesWords } from './my-games-en';

const games = (count: number) =>
  `${count.toLocaleString('de')} ${count === 1 ? 'Partie' : 'Partien'}`;

export const de: MyGamesWords = {
  title: 'Meine Partien',
  parts: { list: 'Partien', statistics: 'Statistik', transfer: 'Einlesen und sichern' },
  part: 'Teil',
  games,

  search: 'Suche',
  player: 'Spieler oder Turnier',
  opening: 'Eröffnung oder ECO',
  result: 'Ergebnis',
  results: {
    any: 'Jedes Ergebnis',
    won: 'Sie haben gewonnen',
    drawn: 'Remis',
    lost: 'Sie haben verloren',
    white: 'Weiß gewann',
    black: 'Schwarz gewann',
    open: 'Nicht beendet',
  },
  colour: 'Ihre Farbe',
  from: 'Von',
  to: 'Bis',
  moreFields: 'Mehr: Datum, Wertung, Züge, Material, Stellung',
  clearSearch: 'Alle Partien zeigen',
  found: (found) => `${games(found)} gefunden`,
  loading: 'Ihre Partien werden geladen…',
  noneFound: 'Keine Partie passt dazu.',
  none: 'Noch keine Partien',
  noneHelp:
    'Jede Partie, die Sie hier spielen, bleibt in diesem Browser. Sie können auch Partien einlesen.',
  playOne: 'Eine Partie spielen',
  importSome: 'Partien einlesen',
  more: 'Mehr zeigen',
  plies: (plies) => `${Math.ceil(plies / 2)} ${plies <= 2 ? 'Zug' : 'Züge'}`,
  review: (game) => `${game} durchsehen`,
  remove: (game) => `${game} löschen`,
  removed: (white, black) => `${white} – ${black} wurde gelöscht.`,
  anotherOpened: 'Eine andere Partie wurde geöffnet.',

  ownNames: 'Ihre Namen in eingelesenen Partien, mit Kommas getrennt',
  as: { white: 'Mit Weiß', black: 'Mit Schwarz' },
  tally: (won, drawn, lost) => `${won} gewonnen, ${drawn} remis, ${lost} verloren`,
  rating: 'Ihre Wertung gegen die Gegner hier',
  ratingNow: (rating, count) => `Etwa ${rating} nach ${games(count)}`,
  ratingGraph: (first, last, least, most) =>
    `Ihre Wertung im Lauf der Zeit: von ${first} bis ${last}, zwischen ${least} und ${most}`,
  noRating: 'Spielen Sie gegen Stufen oder Charaktere, dann erscheint hier Ihre Wertung.',
  openings: 'Ihre Eröffnungen',
  noOpenings: 'Hier erscheint, womit Sie eröffnen.',
  mistakes: 'Wiederkehrende Fehler',
  reviewed: (count, accuracy) =>
    `In ${count === 1 ? 'einer durchgesehenen Partie' : `${count} durchgesehenen Partien`} war Ihre Genauigkeit ${accuracy} %. Was Ihre Fehler bestraft hat:`,
  noReviews:
    'Sehen Sie einige Ihrer Partien durch, dann erscheint hier, was am häufigsten schiefgeht.',
  motifs: {
    'back rank': 'Matt auf der Grundreihe',
    hanging: 'Eine Figur eingestellt',
    'double check': 'Doppelschach',
    'discovered check': 'Abzugsschach',
    fork: 'Gabel',
    skewer: 'Spieß',
    'discovered attack': 'Abzugsangriff',
    pin: 'Fesselung',
    'removes defender': 'Ein Verteidiger beseitigt',
    overloaded: 'Ein überlasteter Verteidiger',
    trapped: 'Eine Figur gefangen',
  },
  otherMotif: 'Etwas anderes',
  times: (count) => `${count}-mal`,

  importTitle: 'Partien einlesen',
  importHelp: 'PGN mit beliebig vielen Partien. Sie bleiben in diesem Browser.',
  chooseFile: 'Eine PGN-Datei wählen',
  pasteGames: 'Oder Partien oder die Adresse von Partien einfügen',
  import: 'Einlesen',
  importing: (percent, count) => `${percent} % gelesen, ${games(count)} neu`,
  imported: (added, known) =>
    `${games(added)} ${added === 1 ? 'ist' : 'sind'} hinzugekommen.` +
    (known > 0 ? ` ${games(known)} ${known === 1 ? 'war' : 'waren'} schon hier.` : ''),
  noGames: 'In diesem Text ist keine Partie.',
  account: (fates, without) =>
    `Unverändert gelesen: ${fates.read}, ausgebessert: ${fates.repaired}, ` +
    `vor einem unmöglichen Zug abgebrochen: ${fates.cut}, abgewiesen: ${fates.refused}.` +
    (without > 0 ? ` Ohne Zug und nicht behalten: ${without}.` : ''),
  fates: { read: 'gelesen', repaired: 'ausgebessert', cut: 'abgebrochen', refused: 'abgewiesen' },
  notesTitle: (count) => `Was nicht stimmte: ${games(count)}`,
  place: (line, column) => `Zeile ${line}, Spalte ${column}`,
  fetchErrors: {
    notThere:
      'Dort gibt es niemanden dieses Namens oder keine solche Partie, oder keine Partien aus den letzten zwölf Monaten.',
    siteIsBusy: 'Die andere Seite bittet darum, es später noch einmal zu versuchen.',
    tooManyRequests: 'Bitte warten Sie einen Augenblick bis zum nächsten Abruf.',
  },
  notFetched: 'Der Server konnte die Partien nicht holen.',
  addresses: {
    'lichess player':
      'Die Seite holt nichts von anderen Seiten. Über diesen Link lädt Ihr Browser die Partien dieses Spielers als PGN-Datei von lichess, die Sie dann hier einlesen können.',
    'lichess game':
      'Die Seite holt nichts von anderen Seiten. Über diesen Link lädt Ihr Browser diese Partie als PGN-Datei von lichess, die Sie dann hier einlesen können.',
    'chess.com player':
      'Die Seite holt nichts von anderen Seiten. Wählen Sie auf der Seite hinter diesem Link die Partien aus, drücken Sie auf Herunterladen, und lesen Sie die Datei hier ein.',
    'chess.com game':
      'Die Seite holt nichts von anderen Seiten. Wählen Sie auf der Seite hinter diesem Link Teilen und dann PGN, kopieren Sie den Text, und fügen Sie ihn hier ein.',
  },
  downloadFrom: (site) => `Auf ${site} öffnen`,
  exportTitle: 'Sichern und löschen',
  exportAll: 'Alle Partien sichern (PGN)',
  exporting: 'Die Datei wird erstellt…',
  removeAll: 'Alle Partien löschen',
  removeAllSure: (count) =>
    `Das löscht alle ${games(count)} aus diesem Browser. Es lässt sich nicht rückgängig machen. Sichern Sie die Partien vorher, wenn Sie sie noch einmal brauchen könnten.`,
  removeAllNow: (count) => `${games(count)} löschen`,
  removedAll: 'Alle Partien wurden gelöscht.',

  full: 'Der Browser hat keinen Platz mehr für Partien. Sichern Sie Ihre Partien und löschen Sie einige, oder schaffen Sie Platz auf diesem Gerät.',
  unavailable:
    'Dieser Browser behält hier keine Partien, wie in einem privaten Fenster. Was Sie jetzt spielen, geht verloren, wenn Sie die Seite schließen.',
  failed: (error) => `Ihre Partien können nicht gelesen werden: ${error}`,
};
