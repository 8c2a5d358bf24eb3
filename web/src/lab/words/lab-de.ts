// The texts of the laboratory's page in German.
import type { LabWords } from './lab-en';

const number = (value: number) => value.toLocaleString('de');
const digits = (value: number, places: number) =>
  value.toLocaleString('de', { minimumFractionDigits: places, maximumFractionDigits: places });

export const de: LabWords = {
  locale: 'de',
  title: 'Labor',
  views: { tests: 'Versuche', workers: 'Rechner', record: 'Protokoll' },
  number,
  digits,
  language: 'Sprache',

  away: 'Das Labor antwortet nicht. Zu sehen ist der letzte bekannte Stand.',
  loading: 'Wird geladen…',
  missing: 'Diesen Versuch gibt es nicht.',
  toTests: 'Alle Versuche',

  noTests: 'Noch hat kein Versuch begonnen.',
  beginTest: 'Starten Sie einen Versuch am Terminal, mit den Optionen von kibitz match:',
  running: 'Laufende',
  finished: 'Beendete',
  states: {
    open: 'Läuft',
    checking: 'Wird geprüft',
    stopped: 'Abgebrochen',
    complete: 'Vollständig',
    'H0 accepted': 'H0 angenommen',
    'H1 accepted': 'H1 angenommen',
  },
  trainingData: 'Trainingsdaten',
  testName: (test, players) =>
    players.length === 2 ? `${players[0]} gegen ${players[1]}` : `Versuch ${test}`,
  testNumber: (test) => `Versuch ${test}`,
  games: (count) => `${number(count)} ${count === 1 ? 'Partie' : 'Partien'}`,
  ofGames: (count, most) => `${number(count)} von höchstens ${number(most)} Partien`,
  playing: (units) => `${number(units)} in Arbeit`,
  priorityIs: (priority) => `Vorrang ${priority}`,
  llrOf: (llr, bounds) => `LLR ${llr} von ${bounds}`,

  figures: {
    games: 'Partien',
    positions: 'Stellungen',
    whiteResults: 'Weiß gewann, remis, verlor',
    elo: 'Elo',
    llr: 'LLR',
    results: 'Gewonnen, remis, verloren',
    units: 'In Arbeit',
  },
  eloGraph: 'Elo mit dem 95-%-Intervall',
  llrGraph: 'Log-Likelihood-Quotient',
  afterGames: (count) => `nach ${number(count)} Partien`,
  graphLabel: (name, value) => `${name}: jetzt ${value}`,
  noCourse: 'Die Kurven beginnen mit dem ersten gezählten Paar.',
  pairs: 'Paare nach Punkten des ersten Spielers',
  pairsLabel: (points, count) => `${points} Punkte: ${number(count)}`,
  table: 'Ergebnisse',
  player: 'Spieler',
  wins: 'Gewonnen',
  draws: 'Remis',
  losses: 'Verloren',
  options: 'Optionen des Versuchs',

  faults: 'Fehler',
  lack: (what) => `Noch kein Urteil: ${what}.`,
  setAside: 'Ausgeschlossen, ihre Ergebnisse zählen nicht',
  broken: (units) =>
    `Einheiten, in denen ein Programm ausfiel und die neu gespielt werden: ${units}`,
  noFaults: 'Bisher gab es keine Fehler.',
  faultKinds: {
    'failed to start': 'startet nicht',
    crash: 'Absturz',
    stall: 'keine Antwort',
    'time loss': 'Zeit überschritten',
    'illegal move': 'regelwidriger Zug',
    'illegal PV': 'regelwidrige Variante',
    'disobeyed limit': 'Grenze missachtet',
    garbage: 'Ausgabe ist kein UCI',
  },
  engine: 'Engine',
  worker: 'Rechner',
  fault: 'Fehler',
  count: 'Anzahl',
  lastTime: 'Zuletzt',
  lastGame: (unit, game) => `Einheit ${unit}, Partie ${game + 1}`,

  endings: {
    checkmate: 'Matt',
    stalemate: 'Patt',
    'dead position': 'tote Stellung',
    repetition: 'Wiederholung',
    'fifty moves': '50-Züge-Regel',
    'draw adjudication': 'Remis vereinbart oder gewertet',
    resignation: 'Aufgabe',
    tablebase: 'nach Endspieltabellen',
    'move limit': 'Zuggrenze',
  },
  gamesTitle: 'Partien',
  noGames: 'Noch wurde keine Partie gezählt.',
  playedBy: (worker) => `gespielt von ${worker}`,
  moves: (plies) => `${Math.ceil(plies / 2)} Züge`,
  earlier: 'Frühere Partien',
  latest: 'Neueste Partien',
  replay: 'Nachspielen',
  replaying: (number_) => `Partie ${number_}`,
  downloadGame: 'Diese Partie herunterladen',
  downloadAll: 'Alle Partien herunterladen',
  downloading: 'Die Partien werden geholt…',
  gameFailed: 'Die Partie konnte nicht geholt werden.',
  close: 'Schließen',

  noWorkers: 'Noch hat kein Rechner einen Schlüssel.',
  addWorker: 'Erzeugen Sie am Terminal einen Schlüssel für jeden Rechner:',
  trust: { own: 'eigener Rechner', trusted: 'vertrauenswürdig', volunteer: 'freiwillig' },
  deviates: (kind, test) =>
    kind === 'results'
      ? `Die Ergebnisse in Versuch ${test} sind anders als die der übrigen Rechner.`
      : `In Versuch ${test} überschreiten die Engines hier die Zeit öfter als auf den übrigen Rechnern.`,
  isVoid: 'ungültig',
  isRevoked: 'Schlüssel entzogen',
  seen: (seconds) =>
    seconds === undefined
      ? 'seit dem Start nicht gesehen'
      : seconds < 60
        ? 'gerade eben gesehen'
        : seconds < 3600
          ? `vor ${Math.floor(seconds / 60)} min gesehen`
          : `vor ${Math.floor(seconds / 3600)} h gesehen`,
  workerFigures: {
    cores: 'Kerne',
    playing: 'Spielt',
    games: 'Partien',
    speed: 'Knoten/s',
    faults: 'Fehler',
    refused: 'Abgelehnt',
    audited: 'Geprüft',
    differing: 'Abweichend',
  },

  noRecord: 'Noch ist nichts geschehen.',
  theLaboratory: 'Das Labor',
  when: 'Wann',
  who: 'Wer',
  what: 'Was',
  deeds: {
    keyAdded: (name, trust) => `gab ${name} einen Schlüssel (${trust})`,
    operatorAdded: (name) => `gab ${name} den Schlüssel eines Betreibers`,
    keyRevoked: (name) => `entzog ${name} den Schlüssel`,
    testBegun: (test) => `begann Versuch ${test}`,
    testStopped: (test) => `brach Versuch ${test} ab`,
    testPrioritised: (test, priority) => `gab Versuch ${test} den Vorrang ${priority}`,
    workerVoided: (worker) => `erklärte die Ergebnisse von ${worker} für ungültig`,
    uploadPiece: (hash) => `lud die Engine ${hash} hoch`,
    workerRestored: (worker) => `erklärte die Ergebnisse von ${worker} wieder für gültig`,
    other: (fact) => fact,
  },

  signIn: 'Anmelden',
  signOut: 'Abmelden',
  signedIn: (name) => `Angemeldet mit dem Schlüssel von ${name}`,
  signInTitle: 'Als Betreiber anmelden',
  signInWhy:
    'Ansehen dürfen alle. Wer etwas ändern will, gibt das Token eines Betreibers an. kibitz lab up schreibt eines in die Datei operator-token in seinem Ordner.',
  token: 'Token eines Betreibers',
  cancel: 'Abbrechen',
  stop: 'Versuch abbrechen',
  stopSure: 'Die Partien bleiben. Ein abgebrochener Versuch lässt sich nicht fortsetzen.',
  priority: 'Vorrang',
  setPriority: 'Setzen',
  voidResults: 'Für ungültig erklären',
  voidSure: 'Keines seiner Ergebnisse zählt mehr; seine Einheiten werden noch einmal gespielt.',
  restore: 'Wieder gelten lassen',
  revoke: 'Schlüssel entziehen',
  revokeSure: 'Der Rechner wird ab jetzt abgewiesen; seine Ergebnisse bleiben.',
  refusals: {
    key: 'Dieser Schlüssel gilt nicht.',
    token: 'Das ist kein Token. Es sieht so aus: ws://ADRESSE#NAME:GEHEIMNIS.',
    worker: 'Das ist der Schlüssel eines Rechners; damit lässt sich nichts ändern.',
    journal: 'Das Labor konnte es nicht speichern. Versuchen Sie es später noch einmal.',
    away: 'Das Labor antwortet nicht.',
  },
  refused: (text) => `Das Labor hat das abgelehnt: ${text}`,
};
