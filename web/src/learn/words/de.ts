// All German texts of the puzzles and lessons.
import type { LearnWords } from './en';

const side = (color: 'white' | 'black') => (color === 'white' ? 'Weiß' : 'Schwarz');

const pieces: Record<string, string> = {
  p: 'den Bauern',
  n: 'den Springer',
  b: 'den Läufer',
  r: 'den Turm',
  q: 'die Dame',
};

export const de: LearnWords = {
  today: 'Heute',
  todayAbout:
    'Bis zu drei deiner Fehler, die fällig sind, ein Rätsel der gleichen Art und ein Zug aus deinen Eröffnungen: zwei Minuten am Tag.',
  todayWithoutMistakes:
    'Rätsel stehen hier für deine eigenen Fehler, die nach den Auswertungen deiner Partien kommen.',
  sameKind: (theme) => `Von der gleichen Art wie dein Fehler: ${theme}`,
  todayDone: 'Für heute fertig!',
  foundAtOnce: (good, all) => `${good} von ${all} auf Anhieb gefunden.`,
  daysInARow: (days) => (days === 1 ? 'Ein Tag in Folge' : `${days} Tage in Folge`),
  bestDays: (days) => `höchstens ${days}`,
  firstDay: 'Löse die Aufgaben von heute, um eine Reihe von Tagen zu beginnen.',
  dayForgiven: 'Du hast einen Tag verpasst. Das ist verziehen, wenn du heute fertig wirst.',
  missedDay: 'Ein verpasster Tag beendet sie nicht.',
  remembers: {
    mate: (answer) => `Ich weiß noch: ${answer} führte zum Matt.`,
    lost: (piece, answer) => `Ich weiß noch: Du hast ${pieces[piece]} durch ${answer} verloren.`,
    strong: (played, answer) =>
      `Ich weiß noch: Du hast ${played} gespielt, und ${answer} war stark.`,
    nothing: 'Spielen wir. Lass die Partie auswerten, dann merke ich sie mir.',
  },
  playOpponent: (name) => `Gegen ${name} spielen`,
  motifs: 'Deine Motive',
  motifsAbout:
    'Jedes Feld ist eine Stellung dieser Art, rechts die letzte: ausgefüllt, wenn du den Zug auf Anhieb gefunden hast.',
  motifRow: (theme, good, all) => `${theme}: ${good} von ${all} auf Anhieb gefunden`,
  sendMistake: 'Als Link senden',
  mistakeLink: 'Dieser Fehler und was ihn bestraft, als Link',
  linkCopied: 'Der Link ist kopiert.',
  proofTask: (color, san) => `${side(color)} hat ${san} gespielt. Was bestraft das?`,
  proofWrong: (san) => `Es gibt etwas Besseres als ${san}.`,
  proofSolved: (san) => `Ja, ${san}!`,
  proofShown: (san) => `${san} bestraft es.`,
  proofBetter: (san) => `${san} war besser.`,
  proofDamaged: 'Dieser Link ist beschädigt.',
  again: 'Noch einmal',
  puzzles: 'Rätsel',
  lessons: 'Lektionen',
  what: 'Was möchtest du lernen?',
  theme: 'Thema',
  allThemes: 'Alle Themen',
  themes: {
    'mate-in-1': 'Matt in einem Zug',
    'mate-in-2': 'Matt in zwei Zügen',
    'mate-in-3': 'Matt in drei Zügen',
    'mate-in-4': 'Matt in vier Zügen',
    fork: 'Gabel',
    pin: 'Fesselung',
    skewer: 'Spieß',
    'discovered-attack': 'Abzugsangriff',
    'discovered-check': 'Abzugsschach',
    'double-check': 'Doppelschach',
    'back-rank': 'Grundreihe',
    hanging: 'Ungedeckte Figur',
    'removes-defender': 'Beseitigung der Deckung',
    overloaded: 'Überlastete Figur',
    trapped: 'Gefangene Figur',
    sacrifice: 'Opfer',
    promotion: 'Umwandlung',
    underpromotion: 'Unterverwandlung',
    castling: 'Rochade',
    'en-passant': 'En passant',
    opening: 'Eröffnung',
    middlegame: 'Mittelspiel',
    endgame: 'Endspiel',
  },
  loading: 'Die Rätsel werden geladen…',
  taskMate: (color, moves) =>
    `${side(color)} setzt in ${moves === 1 ? 'einem Zug' : `${moves} Zügen`} matt`,
  taskWin: (color) => `${side(color)} am Zug gewinnt. Finde den einzigen Zug.`,
  right: 'Richtig!',
  goOn: 'Richtig! Weiter.',
  solved: 'Gelöst!',
  wrong: (san) => `${san} ist nicht der Zug. Versuch es noch einmal.`,
  solutionShown: 'Das war die Lösung.',
  whyRight: (san) => `Warum ${san} richtig ist:`,
  whyWrong: (san) => `Warum ${san} scheitert:`,
  hint: 'Tipp',
  hintIs: (square) => `Sieh dir die Figur auf ${square} an.`,
  solution: 'Lösung',
  keepPack: (count) => `${count.toLocaleString('de')} Rätsel offline behalten`,
  keepingPack: 'Wird geladen…',
  packIsKept: (count) =>
    `${count.toLocaleString('de')} Rätsel nahe deiner Wertung bleiben in diesem Browser.`,
  next: 'Weiter',
  analyse: 'Analysieren',
  yourRating: 'Deine Wertung',
  puzzleRating: (rating) => `Rätsel ${rating}`,
  changed: (by) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`,
  solvedOf: (solved, tried) => `${solved} von ${tried} gelöst`,
  streak: (streak, best) => `Serie ${streak}, beste ${best}`,
  about: 'Nur ein Zug gewinnt. Falsche Züge werden zurückgenommen; der erste zählt.',
  mistakes: 'Fehler',
  taskMistake: (color, san) =>
    `${side(color)} am Zug. Du hast ${san} gespielt. Finde einen besseren Zug.`,
  mistakesAbout: 'Ein Fehler, den du gut beantwortest, kommt immer später wieder.',
  looking: 'Die Engine prüft deinen Zug …',
  noMistakes:
    'Nach einer Auswertung kommen deine Fehler aus der Partie hier als Aufgaben wieder: nach einem Tag, dann in immer größeren Abständen. Spiele eine Partie und lass sie auswerten.',
  playGame: 'Eine Partie spielen',
  nothingDue: (days) =>
    `Heute ist nichts fällig. Der nächste Fehler kommt ${days === 1 ? 'morgen' : `in ${days} Tagen`} wieder.`,
  practiseEarly: 'Trotzdem üben',
  forget: 'Nicht mehr fragen',
  mistakesLeft: (due, all) => `${due} heute fällig, ${all} insgesamt`,
  openings: 'Eröffnungen',
  taskOpening: (color) => `${side(color)} am Zug. Was spielst du hier?`,
  openingsAbout: 'Eine Stellung aus deinen Partien. Sie kommt nach immer längerer Zeit wieder.',
  yourUsualMove: (san, times, games) =>
    `Meist spielst du ${san}: in ${times} von ${games} Partien.`,
  notYourMove: (san) => `${san} spielst du hier sonst nicht. Versuche es noch einmal.`,
  noOpenings:
    'Hierher kommen Stellungen, die in mehreren deiner Partien entstehen, mit dem, was du darin spielst. Partien, die du hier spielst, werden von selbst aufbewahrt, andere kannst du importieren.',
  toMyGames: 'Meine Partien',
  noOpeningDue: (days) =>
    `Heute ist nichts fällig. Die nächste Stellung kommt ${days === 1 ? 'morgen' : `in ${days} Tagen`} wieder.`,
  openingsLeft: (due, all) => `${due} heute fällig, ${all} insgesamt`,
  endgames: 'Endspiele',
  endgamesAbout:
    'Jeder Versuch ist eine neue Stellung. Die andere Seite verteidigt sich so gut wie möglich, und genaue Tabellen, die dieses Gerät berechnet, beurteilen jeden Zug sofort.',
  endgamesLoading: 'Die Endspiele werden geholt …',
  computingTable: (number, all) => `Die genauen Tabellen werden berechnet: ${number} von ${all} …`,
  drills: {
    'two-rooks': 'Matt mit zwei Türmen',
    queen: 'Matt mit der Dame',
    rook: 'Matt mit dem Turm',
    square: 'Das Quadrat des Bauern',
    'rook-pawn': 'Randbauer: das Remis halten',
    opposition: 'Die Opposition: das Remis halten',
    'key-squares': 'Schlüsselfelder: mit dem Bauern gewinnen',
    'queen-against-pawn': 'Dame gegen Bauer auf der siebten Reihe',
    'pawn-against-queen': 'Bauer auf der siebten Reihe gegen Dame: das Remis halten',
    'two-bishops': 'Matt mit zwei Läufern',
    'rook-against-pawn': 'Turm gegen Bauer',
    'bishop-against-rook': 'Läufer gegen Turm: das Remis halten',
    'knight-against-rook': 'Springer gegen Turm: das Remis halten',
    'queen-against-rook': 'Dame gegen Turm',
    'bishop-and-knight': 'Matt mit Läufer und Springer',
  },
  taskEndgame: {
    mate: (color, moves) => `${side(color)} am Zug setzt in ${moves} Zügen matt.`,
    promotion: (color, moves) =>
      `${side(color)} am Zug gewinnt: Wandle den Bauern um (Matt in ${moves}).`,
    capture: (color, moves) =>
      `${side(color)} am Zug gewinnt: Schlage oder setze matt (Matt in ${moves}).`,
  },
  taskHold: (color) => `${side(color)} am Zug hält remis.`,
  winAbout: 'Falsch ist nur, was den Gewinn vergibt; ein langsamerer Weg ist erlaubt.',
  holdFor: (moves) => `Halte es ${moves} Züge lang oder bis die Partie remis ist.`,
  stillWon: (san, moves, slower) => {
    const what = moves === 0 ? `${san} setzt matt.` : `${san} gewinnt: Matt in ${moves}.`;
    return slower === 0
      ? what
      : `${what} ${slower === 1 ? 'Einen Zug' : `${slower} Züge`} langsamer.`;
  },
  stillHeld: (san, left) =>
    `${san} hält remis. ${left === 1 ? 'Noch ein Zug' : `Noch ${left} Züge`}.`,
  throwsWin: (san) => `${san} vergibt den Gewinn.`,
  throwsAndLoses: (san) => `${san} vergibt den Gewinn und verliert sogar.`,
  throwsDraw: (san) => `${san} verliert.`,
  refutedBy: (line) => `Die Antwort: ${line}.`,
  isStalemate: 'Es ist patt.',
  takeBack: 'Zurücknehmen',
  showBest: 'Zeigen',
  bestIs: (san) => `${san} ist am besten.`,
  wonIn: (moves, surplus) =>
    `Geschafft in ${moves === 1 ? 'einem Zug' : `${moves} Zügen`}${
      surplus === 0 ? ', schneller geht es nicht!' : `, ${surplus} mehr als nötig.`
    }`,
  heldAll: 'Das Remis ist gehalten!',
  notCounted: 'Mit Hilfe, versuche also noch eine.',
  doneIn: (surplus) =>
    surplus === 0 ? 'bestmöglich' : `${surplus} ${surplus === 1 ? 'Zug' : 'Züge'} langsamer`,
  doneWithHelp: 'mit Hilfe',
  anotherPosition: 'Neue Stellung',
  allEndgames: 'Alle Endspiele',
  lessonsAbout: 'Lerne Schach vom ersten Zug an. Dein Fortschritt bleibt in diesem Browser.',
  progress: (solved, all) => `${solved} von ${all}`,
  done: 'fertig',
  allLessons: 'Alle Lektionen',
  taskNumber: (number, all) => `Aufgabe ${number} von ${all}`,
  praise: ['Gut gemacht!', 'Genau!', 'Das ist es!', 'Sehr gut!'],
  nextLesson: 'Nächste Lektion',
};
