// All German texts of the page.
import type { PlacedPiece, Move } from 'kibitz';
import type { Words } from './en';
import { openingInGerman } from './openings-de';

interface Noun {
  name: string;
  the: string;
}
const nouns: Record<string, Noun> = {
  p: { name: 'Bauer', the: 'der Bauer' },
  n: { name: 'Springer', the: 'der Springer' },
  b: { name: 'Läufer', the: 'der Läufer' },
  r: { name: 'Turm', the: 'der Turm' },
  q: { name: 'Dame', the: 'die Dame' },
  k: { name: 'König', the: 'der König' },
};
const noun = (letter: string) => nouns[letter.toLowerCase()] ?? { name: letter, the: letter };
const piece = (letter: string) => noun(letter).name;
const the = (one: PlacedPiece | undefined) =>
  one ? `${noun(one.piece).the} auf ${one.square}` : 'eine Figur';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const white = (color: 'white' | 'black') => (color === 'white' ? 'Weiß' : 'Schwarz');

const ways: Record<string, string> = {
  p: 'Bauern ziehen geradeaus und schlagen schräg.',
  n: 'Springer ziehen zwei Felder in eine Richtung und eines zur Seite.',
  b: 'Läufer ziehen schräg.',
  r: 'Türme ziehen geradeaus, auf Reihen und Linien.',
  q: 'Damen ziehen gerade und schräg.',
  k: 'Könige ziehen ein Feld weit.',
};
const objections: Words['objections'] = {
  shape: ({ piece: letter }) => ways[letter.toLowerCase()] ?? 'So zieht diese Figur nicht.',
  'own piece': (_, __, to) => `Auf ${to} steht eine eigene Figur.`,
  blocked: (_, by) => `${capital(the(by))} steht im Weg.`,
  'pawn captures': (_, __, to) =>
    `Schräg ziehen Bauern nur, um zu schlagen, und auf ${to} ist nichts zu schlagen.`,
  'pawn ahead': (_, by) => `${capital(the(by))} versperrt den Weg; Bauern schlagen nur schräg.`,
  pinned: (one, by) =>
    by
      ? `${capital(the(one))} ist gefesselt: Sonst nähme ${the(by)} den König.`
      : `${capital(the(one))} darf nicht weg: Der König stünde im Schach.`,
  'in check': (_, by) =>
    `Sie stehen im Schach, ${the(by)} gibt es, und dieser Zug beendet es nicht.`,
  'king attacked': (_, by, to) => `Der König darf nicht nach ${to}: ${the(by)} greift das Feld an.`,
  'castling in check': (_, by) => `Keine Rochade, solange ${the(by)} Schach gibt.`,
  'castling lost': () => 'Diese Rochade geht nicht mehr: König oder Turm haben gezogen.',
  'castling attacked': () => 'Der König darf bei der Rochade über kein angegriffenes Feld.',
};

/** For the side to move. */
const tableResults = {
  win: 'Gewonnen',
  'cursed win': 'Gewonnen, aber nach der 50-Züge-Regel remis',
  draw: 'Remis',
  'blessed loss': 'Verloren, aber nach der 50-Züge-Regel remis',
  loss: 'Verloren',
};

export const de: Words = {
  views: 'Ansichten',
  play: 'Spielen',
  analyse: 'Analyse',
  editor: 'Editor',
  watch: 'Zusehen',
  myGames: 'Partien',
  learn: 'Lernen',
  arena: 'Arena',
  settings: 'Optionen',
  sound: 'Töne',
  volume: 'Lautstärke',
  coordinates: 'Buchstaben und Zahlen am Brett',
  dots: 'Zeigen, wohin eine Figur ziehen kann',
  slides: 'Figuren gleiten lassen',
  theme: 'Farben',
  themes: { auto: 'Automatisch', light: 'Hell', dark: 'Dunkel', contrast: 'Hoher Kontrast' },
  language: 'Sprache',
  board: 'Brett',
  boards: { wood: 'Holz', green: 'Grün', blue: 'Blau', grey: 'Grau', marble: 'Marmor' },
  boardSize: 'Brettgröße',
  pieceSet: 'Figuren',
  pieceSets: {
    staunton: 'Staunton',
    plain: 'Schlicht',
    turned: 'Gedrechselt',
    geometric: 'Geometrisch',
    letters: 'Buchstaben',
  },
  shortcuts: 'Tastenkürzel',
  keyNames: { enter: 'Eingabe', escape: 'Esc', home: 'Pos1', end: 'Ende', tab: 'Tab' },
  keys: {
    everywhere: 'Überall',
    step: 'Einen Zug zurück oder vor',
    ends: 'An den Anfang oder das Ende der Partie',
    flip: 'Das Brett drehen',
    escape: 'Schließen, was offen ist, oder einen Vorauszug abbrechen',
    help: 'Diese Tastenkürzel zeigen',
    takeBack: 'Einen Zug zurücknehmen',
    hint: 'Einen Tipp zeigen',
    engine: 'Die Engine ein- oder ausschalten',
    threat: 'Zeigen, was die andere Seite droht',
    reach: 'Zum Brett gehen',
    walk: 'Von Feld zu Feld gehen',
    lift: 'Eine Figur aufnehmen und absetzen',
    lettersAreCommands: 'Buchstaben und ? wirken als Tastenkürzel',
  },
  close: 'Schließen',
  cancel: 'Abbrechen',
  undo: 'Rückgängig',
  notKept: {
    full: 'Der Browser hat keinen Platz mehr für diese Seite. Was Sie von jetzt an tun, geht beim Schließen verloren.',
    forbidden:
      'Dieser Browser behält hier nichts: Er lässt diese Seite nichts speichern. Partien, Einstellungen und Fortschritte gehen beim Schließen verloren.',
  },
  noRoomForGames:
    'Der Browser hat keinen Platz mehr, deshalb wurde diese Partie nicht zu Ihren Partien gelegt. Löschen Sie dort einige.',
  rulesLoading: 'Die Schachregeln werden geladen …',
  loadingFailed: (error: string) =>
    `Ein Teil der Seite konnte nicht geladen werden. Sind Sie online? (${error})`,
  white: 'Weiß',
  black: 'Schwarz',
  you: 'Sie',
  player: 'Spieler',

  chessBoard: 'Schachbrett',
  letters: { p: 'B', n: 'S', b: 'L', r: 'T', q: 'D', k: 'K' },
  piece,
  square: (square, letter, isTarget, inCheck) => {
    const words = [square];
    if (letter !== '.') {
      const ending = letter.toLowerCase() === 'q' ? 'e' : 'er';
      words.push(
        `${letter === letter.toUpperCase() ? 'weiß' : 'schwarz'}${ending} ${piece(letter)}`,
      );
    }
    if (inCheck) words.push('im Schach');
    if (isTarget) words.push(letter === '.' ? 'hierhin möglich' : 'kann geschlagen werden');
    return words.join(', ');
  },
  spoken: (move: Move) => {
    const words = move.castling
      ? `${move.castling === 'kingside' ? 'kurze' : 'lange'} Rochade`
      : `${piece(move.piece)} ${move.captured ? 'schlägt' : 'nach'} ${move.to}`;
    const promoted = move.promotion ? `, verwandelt in ${piece(move.promotion)}` : '';
    const end = move.san.endsWith('#') ? ', matt' : move.san.endsWith('+') ? ', Schach' : '';
    return words + promoted + end;
  },
  objections,
  promoteTo: 'Verwandeln in',
  toStart: 'Zum Anfang',
  back: 'Zurück',
  forward: 'Vor',
  toEnd: 'Zum Ende',
  flip: 'Drehen',
  flipBoard: 'Brett drehen',
  moves: 'Züge',

  game: 'Partie',
  gameControls: 'Zur Partie',
  isThinking: (name) => `${name} denkt nach`,
  moveNow: 'Jetzt ziehen',
  moveNowTitle: 'Nicht länger nachdenken, sondern ziehen',
  clockOf: (name) => `${name}: Uhr`,
  newGame: 'Neue Partie',
  opponent: 'Gegner',
  kindsOfOpponents: {
    all: 'Alle',
    characters: 'Charaktere',
    levels: 'Stufen',
    others: 'Andere',
  },
  whoToPlay: 'Gegen wen möchten Sie spielen?',
  playAgainst: (name) => `Gegen ${name} spielen`,
  changeOpponent: 'Anderer Gegner',
  aboutRating: (rating) => `etwa ${rating}`,
  lichessRating: (rating) => `lichess ${rating}`,
  characterOf: {
    attacker: 'Greift an',
    beginner: 'Fängt gerade an',
    coach: 'Begleitet Sie',
    defender: 'Verteidigt sich',
    gambiteer: 'Opfert gern',
    grabber: 'Sammelt Bauern',
    positional: 'Plant auf lange Sicht',
    classic: 'Klassischer Computer',
    'queen-lover': 'Liebt die Dame',
    trader: 'Tauscht gern',
    trickster: 'Stellt Fallen',
    duellist: 'Sucht den offenen Kampf',
    fortress: 'Baut Mauern',
    painter: 'Kommt über die Flügel',
    clerk: 'Prüft alles zweimal',
    rusher: 'Spielt schnell',
    student: 'Lernt eine Eröffnung',
  },
  strengths: ['Anfänger', 'Hobbyspieler', 'Vereinsspieler', 'starker Spieler'],
  sums: (name) => `Wie ${name} gerechnet hat`,
  sumsHelp:
    'Die Bewertungen entlang der besten Fortsetzung nach jedem Zug, zusammengezählt in Bauern; + ist gut für Weiß. Einer der markierten Züge wurde ausgelost.',
  inTheDraw: 'im Lostopf',
  strongest: 'spielt am stärksten',
  onThisDevice: 'an diesem Gerät',
  youPlay: (color) => `Sie spielen ${white(color)}`,
  moveToBegin: 'Ziehen Sie, um zu beginnen',
  pressToStart: 'Drücken Sie auf „Los“',
  opponentIs: (name) => `Du spielst jetzt gegen ${name}.`,
  swapSides: 'Seiten tauschen',
  more: 'Mehr',
  draw: 'Remis',
  colour: 'Farbe',
  either: 'Zufall',
  clock: 'Uhr',
  noClock: 'Ohne Uhr',
  minutes: (minutes, increment) =>
    `${minutes} ${minutes === 1 ? 'Minute' : 'Minuten'}${increment ? ` + ${increment} s` : ''}`,
  humanPace: 'Denkt so lange wie ein Mensch',
  start: 'Beginn',
  usualStart: 'Grundstellung',
  starts: { usual: 'Normal', chess960: 'Schach960', position: 'Aus einer Stellung' },
  chess960Number: (number) => `Schach960, Stellung ${number}`,
  positionAsFen: 'Stellung als FEN',
  begin: 'Los',
  typeMove: 'Zug eingeben',
  typeMoveLike: 'Zug eingeben: Sf3',
  noMove: (text) => `„${text}“ ist hier kein möglicher Zug.`,
  whichMove: (moves) => `Welcher Zug: ${moves.join(' oder ')}?`,
  typeHelp: 'Gib „Hilfe“ ein, um zu hören, was du über das Brett fragen kannst.',
  enter: 'Ziehen',
  takeBack: 'Zurück\u00adnehmen', // may be broken under its icon
  hint: 'Tipp',
  offerDraw: 'Remis anbieten',
  claimDraw: 'Remis reklamieren',
  resign: 'Aufgeben',
  rematch: 'Revanche',
  result: 'Ergebnis',
  resignSure: 'Diese Partie aufgeben?',
  playOn: 'Weiterspielen',
  review: 'Durchgehen',
  notYourMove: 'Sie sind nicht am Zug.',
  premoveSet: (from, to) =>
    `Vorauszug: ${from} nach ${to}. Mit Escape oder einem Klick aufs Brett nehmen Sie ihn zurück.`,
  premoveCancelled: 'Der Vorauszug wurde zurückgenommen.',
  premoveImpossible: (from, to) => `${from} nach ${to} ist nicht möglich.`,
  moveWaits: (from, to) => `${from} nach ${to} wird gespielt, sobald die Regeln geladen sind.`,
  newGameBegins: 'Eine neue Partie hat begonnen.',
  takenBack: 'Der Zug wurde zurückgenommen.',
  hintIs: (move) => `Tipp: ${move}.`,
  moveOf: (color, move) => `${white(color)}: ${move}.`,
  drawOffered: (side) => `${side} bietet Remis an.`,
  acceptDraw: 'Remis annehmen',
  declines: (name) => `${name} möchte weiterspielen.`,
  yourMove: 'Sie sind am Zug',
  pressToBegin: (name) => `${name} zieht zuerst, sobald Sie aufs Brett klicken`,
  theStart: 'Ausgangsstellung',
  reasons: {
    checkmate: 'matt',
    stalemate: 'patt',
    'dead position': 'tote Stellung',
    'fivefold repetition': 'fünffache Wiederholung',
    '75-move rule': '75-Züge-Regel',
    'threefold repetition': 'dreifache Wiederholung',
    '50-move rule': '50-Züge-Regel',
    'white resigns': 'Weiß hat aufgegeben',
    'black resigns': 'Schwarz hat aufgegeben',
    agreed: 'vereinbart',
    'time ran out': 'Zeit abgelaufen',
    'time ran out, but there is no way to win': 'Zeit abgelaufen, aber niemand kann gewinnen',
  },
  ended: (winner, reason) =>
    winner ? `${capital(reason)}. ${white(winner)} gewinnt.` : `Remis: ${reason}.`,
  endedForYou: (isWon, reason) =>
    `${capital(reason)}. ${isWon ? 'Sie gewinnen.' : 'Sie haben verloren.'}`,
  youResigned: 'Sie haben aufgegeben.',
  twoPlayers: 'Zu zweit',
  engineDescription: 'Das Schachprogramm in voller Stärke.',
  personDescription: 'Zwei spielen abwechselnd an diesem Gerät.',
  level: (number) => `Stufe ${number}`,
  beginner: (number) => `Anfänger ${number}`,
  opponents: {
    'level-01':
      'Weiß, wie die Figuren ziehen, schlägt gern und lässt Figuren stehen, wo man sie nehmen kann.',
    'level-02': 'Sieht manches Schlagen des Gegners und vergisst die andere Seite des Bretts.',
    'level-03':
      'Kennt die ersten Endspiele. Sieht meist, was nahe beim letzten Zug angegriffen ist.',
    'level-04':
      'Spielt die natürlichen Züge; sieht, was hängt, selten, was einen Zug später hängt.',
    'level-05': 'Rechnet Abtausche zu Ende, entwickelt sich, rochiert; übersieht leise Drohungen.',
    'level-06': 'Neu im Verein: einfache Taktik und eine Vorstellung von guten Feldern.',
    'level-07':
      'Sieht die meisten kurzen Kombinationen und übersieht dann und wann eine, wie Menschen es tun.',
    'level-08': 'Spielt im Verein: vier Halbzüge und ein vernünftiges Urteil.',
    'level-09': 'Spielt gut im Verein; stille Züge mitten in der Taktik sind die Schwäche.',
    'level-10': 'Spielt stark im Verein: rechnet die Varianten, die ihm einfallen, kurz durch.',
    'level-11':
      'Rechnet länger an den Zügen, die ihm einfallen; irrt eher im Urteil als in der Taktik.',
    'level-12': 'Starker Turnierspieler, der selten eine kurze Kombination übersieht.',
    'level-13': 'Meisterstärke: kleine Irrtümer im Urteil, kaum ein Übersehen.',
    'level-14': 'Die stärkste der menschlichen Stufen.',
    attacker:
      'Geht auf den König los: Schachs, Bauernstürme, alle Figuren hin zur Rochade, und die Bauern dahinter sind egal. Gefährlich, wenn man trödelt, kurzatmig, wenn man tauscht.',
    beginner:
      'Spielt seit ein paar Wochen: gibt jedes Schach, bringt gleich die Dame heraus, vergisst das halbe Brett. Setzt matt, wenn man es zulässt.',
    'beginner-1':
      'Weiß meistens, wie die Figuren ziehen. Stellt Figuren ein, sieht selten, was Sie drohen, und findet doch ab und zu ein Matt in einem Zug.',
    'beginner-2':
      'Hat eine Handvoll Partien gespielt. Nimmt, was in Reichweite kommt, vergisst, was dabei stehen bleibt, und sieht manches Matt in einem Zug.',
    coach:
      'Hält die Partie ausgeglichen, damit es für Sie immer um etwas geht. Verteidigt sich nach Kräften, wenn Sie besser stehen, lässt liegen, was gewinnen würde, und stellt nichts mit Absicht ein.',
    defender:
      'Rollt sich ein und wartet: sicherer König, alles gedeckt, keine Schwächen. Lässt Sie angreifen und lebt davon, dass Sie es übertreiben.',
    gambiteer:
      'Gibt früh und gern Bauern für offene Linien. Nehmen Sie sie, wenn Sie mit dem leben können, was folgt.',
    grabber:
      'Nimmt, was glänzt. Kein Bauer ist zu vergiftet, und die Figuren landen weit weg von zu Hause.',
    positional:
      'Sorgt für Felder, Bauern und den besseren Läufer, tauscht, wenn es hilft, und drückt. Kombinationen sind nicht die Stärke.',
    classic:
      'Der klassische Computer: zählt Figuren, Angriffe und Deckungen in jeder Variante zusammen, drei Halbzüge tief, und zeigt seine Summen.',
    'queen-lover': 'Alles mit der Dame: früh, überall und möglichst mit Schach.',
    trader:
      'Tauscht, was sich tauschen lässt, und ist im Endspiel zu Hause. Lassen Sie die Figuren auf dem Brett, wenn Sie ihn schwitzen sehen wollen.',
    trickster:
      'Stellt Fallen: wählt gern den Zug, auf den die natürliche Antwort ein Fehler ist. Sehen Sie zweimal hin, was da hängt.',
    duellist:
      'Öffnet das Spiel und schlägt zu: Sizilianisch gegen den Königsbauern, jede Figur gegen Ihren König, und kein halber Punkt in Ruhe. Hat im Park gelernt, gegen alle, die sich hinsetzten.',
    fortress:
      'Gräbt sich ein: Französisch, ein geschlossenes Zentrum und eine Mauer aus Bauern, bis Sie ungeduldig werden. Vierzig Jahre Vereinsabende, selten in Eile.',
    painter:
      'Wartet am Rand: Eröffnungen über die Flügel, Läufer auf den langen Diagonalen, und das Zentrum gehört Ihnen, bis es sich zerlegen lässt. Malt Boote und spielt, wie die Flut kommt.',
    clerk:
      'Prüft alles zweimal: Caro-Kann, feste Bauern und jeder Tausch, der sich anbietet. Führt das Formular mit Tinte und nimmt sich die Zeit, die es braucht.',
    rusher:
      'Zieht, bevor Sie Ihre Figur losgelassen haben: der Königsbauer, Gambits aus dem Bauch, Tricks, die einmal gelingen. Spielt in der Mittagspause und muss in zehn Minuten zurück sein.',
    student:
      'Hat eine Eröffnung und ist stolz darauf: Königsbauer, Springer, Läufer und vor allem anderen die Rochade. Liest ein Kapitel in der Woche; in dieser ging es um Gabeln.',
  },

  position: 'Stellung',
  analysis: 'Analyse',
  evaluationIs: (score) => `Bewertung ${score}`,
  noEvaluation: 'Noch keine Bewertung',
  inThePgn: (score) => `${score} laut PGN`,
  engine: 'Engine',
  wholeLine: 'Ganze Variante zeigen',
  lines: 'Varianten',
  lineCount: (count) => (count === 1 ? '1 Variante' : `${count} Varianten`),
  engineSettings: 'Einstellungen der Engine',
  threads: 'Threads',
  memory: 'Speicher',
  engineSettingsHelp:
    'Die Engine rechnet, bis Sie sie ausschalten. Mehr Threads und mehr Speicher machen sie stärker; mit einer laufenden Partie wechselt sie sich ab.',
  oneThreadOnly:
    'Die Engine rechnet, bis Sie sie ausschalten. Auf dieser Seite kann sie nur einen Thread nutzen.',
  depthAndSpeed: (depth, speed) => `Tiefe ${depth} · ${speed} kN/s`,
  threat: 'Drohung',
  lookingForThreats: 'Eine Drohung wird gesucht …',
  threatIs: (color, line, score) =>
    `Täte ${color === 'white' ? 'Schwarz' : 'Weiß'} nichts, spielte ${color === 'white' ? 'Weiß' : 'Schwarz'} ${line} (${score}).`,
  endgameTables: 'Endspieltabellen',
  askingTables: 'Der Server wird gefragt …',
  notInTables: 'Der Server hat keine Endspieltabellen mit dieser Stellung.',
  tableResults,
  tableResult: (result, dtz) =>
    `${tableResults[result]} für die Seite am Zug${
      dtz ? `; ${dtz} Halbzüge bis zum nächsten Schlagen, Bauernzug oder Matt` : ''
    }.`,
  emptyTree: 'Ziehen Sie, oder fügen Sie unten eine Partie oder Stellung ein.',
  editStart: 'Kommentar vor dem ersten Zug',
  glyphOf: { move: 'Der Zug', position: 'Die Stellung', remark: 'Anmerkung' },
  noGlyph: 'Kein Zeichen',
  glyphNames: {
    1: 'guter Zug',
    2: 'Fehler',
    3: 'glänzender Zug',
    4: 'grober Fehler',
    5: 'interessanter Zug',
    6: 'zweifelhafter Zug',
    7: 'einziger Zug',
    10: 'ausgeglichen',
    13: 'unklar',
    14: 'Weiß steht etwas besser',
    15: 'Schwarz steht etwas besser',
    16: 'Weiß steht besser',
    17: 'Schwarz steht besser',
    18: 'Weiß steht auf Gewinn',
    19: 'Schwarz steht auf Gewinn',
    22: 'Zugzwang',
    32: 'Entwicklungsvorsprung',
    36: 'Initiative',
    40: 'Angriff',
    44: 'Kompensation für das Material',
    132: 'Gegenspiel',
    138: 'Zeitnot',
    140: 'mit der Idee',
    146: 'Neuerung',
  },
  editMove: 'Diesen Zug bearbeiten',
  comment: 'Kommentar',
  moveUp: 'Nach oben',
  moveDown: 'Nach unten',
  mainLine: 'Hauptvariante',
  delete: 'Löschen',
  gamesAndPositions: 'Partien und Stellungen',
  games: 'Partien',
  gamesInFile: (count) => `${count} Partien in dieser Datei`,
  moreGames: (count) => `Die Datei hat mehr Partien; das sind die ersten ${count}.`,
  nameless: 'Partie ohne Namen',
  print: 'Drucken',
  downloadPgn: 'PGN herunterladen',
  paste: 'PGN oder FEN einfügen oder Datei ablegen',
  open: 'Öffnen',
  openFile: 'Datei öffnen',
  clear: 'Leeren',
  share: 'Teilen',
  variation: 'Variante',
  shareLink: 'Als Link teilen',
  copied: 'Kopiert.',
  given: {
    link: 'Ein Link, der die ganze Partie enthält',
    pgn: 'Die Partie als PGN',
    variation: 'Diese Variante als PGN',
    fen: 'Die Stellung als FEN',
  },
  linkTooLong: 'Diese Partie ist zu lang für einen Link und wurde als Datei gespeichert.',
  linkDamaged:
    'Der Link ist beschädigt: Ein Teil fehlt oder wurde geändert. Bitten Sie noch einmal darum.',
  notAllRead: (error) => `Nicht alles konnte gelesen werden: ${error}`,
  noGame: (error) => `Darin ist keine Schachpartie zu finden. ${error}`,
  pictures: 'Bilder',
  positionSvg: 'Stellung, SVG',
  positionPng: 'Stellung, PNG',
  gameGif: 'Partie, GIF',
  drawing: 'Wird gezeichnet …',
  playFromHere: 'Von hier spielen',
  isAddress: (site) =>
    `Das ist eine Adresse. Die Seite liest keine Partien von ${site}: Kopieren Sie dort das PGN und fügen Sie es hier ein.`,
  cleared: 'Die Partie wurde entfernt.',
  replaced: 'Eine andere Partie wurde geöffnet.',
  deleted: (san) => `${san} und alles, was folgt, wurde gelöscht.`,
  fileTooLarge: (megabytes) =>
    `Diese Datei ist zu groß: Hier lassen sich höchstens ${megabytes} MB öffnen.`,
  editPosition: 'Stellung ändern',
  openingExplorer: 'Eröffnungsbuch',
  openingName: openingInGerman,

  reviewGame: 'Diese Partie durchgehen',
  reviewed: (white, black) =>
    `Die Durchsicht ist fertig. Genauigkeit: Weiß ${white} %, Schwarz ${black} %.`,
  howItWent: 'Wie die Partie verlief',
  reviewing: 'Die Partie wird durchgesehen',
  stop: 'Abbrechen',
  whitesChances: 'Die Aussichten von Weiß im Verlauf der Partie',
  verdicts: { inaccuracy: 'Ungenauigkeit', mistake: 'Fehler', blunder: 'Patzer' },
  verdictOf: (san, verdict) =>
    `${san} ist ${{ inaccuracy: 'eine Ungenauigkeit', mistake: 'ein Fehler', blunder: 'ein Patzer' }[verdict]}.`,
  counted: (inaccuracies, mistakes, blunders) =>
    `${inaccuracies} ?!  ${mistakes} ?  ${blunders} ??`,
  chancesFall: (color, from, to) =>
    `Die Aussichten von ${white(color)} fallen von ${from} % auf ${to} %.`,
  why: (san) => `Warum ${san}?`,
  lookingForReasons: 'Die Gründe werden gesucht …',
  noReason: 'Nichts Besonderes spricht dafür oder dagegen.',
  moveIsWorth: (san, score) => `${san}: ${score}`,
  isBestMove: 'Das würde die Engine auch spielen.',
  bestMoveIs: (san, score) => `Die Engine bevorzugt ${san} (${score}).`,
  averageLoss: (centipawns) => `Verlust im Mittel ${centipawns} cp`,
  showIt: 'Zeigen',
  showBetter: 'Den besseren Zug zeigen',
  tryAgain: 'Von hier noch einmal',
  lineShown: 'Die Variante',
  keepLine: 'Als Variante behalten',
  backToGame: 'Zurück zur Partie',
  puzzle: 'Aufgabe',
  mistakeOf: (number, count) => `Fehler ${number} von ${count}`,
  allSolved: (count) =>
    count === 1 ? 'Sie haben den Fehler gelöst.' : `Sie haben alle ${count} Fehler gelöst.`,
  practise: (color, count) =>
    count === 1
      ? `Den Fehler von ${white(color)} üben`
      : `Die ${count} Fehler von ${white(color)} üben`,
  puzzleTask: (color, number, played) =>
    `${white(color)} spielte ${number}${played}. Finden Sie etwas Besseres.`,
  puzzleSolved: (san) => `Ja, ${san}!`,
  solutionWas: (san) => `Der Zug war ${san}.`,
  puzzleAlso: (san) => `${san} ist auch gut.`,
  puzzleWrong: (san, percent) => `${san} verschenkt ${percent} % der Aussichten. Noch einmal.`,
  puzzleThinking: (san) => `${san} wird geprüft`,
  solution: 'Lösung',
  next: 'Weiter',
  done: 'Fertig',

  positionEditor: 'Stellungseditor',
  pieces: 'Figuren zum Aufstellen',
  erase: 'Löschen',
  move: 'Bewegen',
  toMove: 'Am Zug',
  castling: 'Rochade',
  castlingNames: { K: 'Weiß, kurz', Q: 'Weiß, lang', k: 'Schwarz, kurz', q: 'Schwarz, lang' },
  emptyBoard: 'Leer',
  emptied: 'Das Brett wurde geleert.',
  editorHelp:
    'Wählen Sie eine Figur und klicken Sie auf Felder, oder ziehen Sie Figuren; neben dem Brett verschwinden sie.',
  positionIsGood: 'Diese Stellung ist spielbar.',

  whoPlaysWhom: 'Wer spielt gegen wen?',
  whoPlays: (color) => `Wer spielt ${white(color)}?`,
  choose: 'Wählen',
  watchHelp: 'Zwei Gegner spielen gegeneinander, und Sie sehen zu.',
  secondsAMove: 'Sekunden je Zug',
  secondsNumber: (seconds) => (seconds === 0 ? 'So schnell es geht' : `${seconds} s`),
  startWatching: 'Beginnen',
  pause: 'Anhalten',
  goOn: 'Weiter',
  anotherGame: 'Noch eine Partie',
};
