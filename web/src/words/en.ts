// All English texts of the page. A file for another language has the same names, and the compiler
// compares the two; sentences are functions, so that each language can form its own.
import type { PlacedPiece, Move, Obstacle } from 'kibitz';

const pieces: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
const piece = (letter: string) => pieces[letter.toLowerCase()] ?? letter;
const the = (one: PlacedPiece | undefined) =>
  one ? `the ${piece(one.piece)} on ${one.square}` : 'a piece';
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Sentences by the kind of obstacle: the piece, the one that hinders it, and the target square. */
type Objections = Record<
  Obstacle['kind'],
  (one: PlacedPiece, by: PlacedPiece | undefined, to: string) => string
>;
const ways: Record<string, string> = {
  p: 'Pawns move straight ahead and capture diagonally.',
  n: 'Knights move in an L: two squares one way and one to the side.',
  b: 'Bishops move diagonally.',
  r: 'Rooks move along ranks and files.',
  q: 'Queens move in straight lines and diagonally.',
  k: 'Kings move one square at a time.',
};
const objections: Objections = {
  shape: ({ piece: letter }) => ways[letter.toLowerCase()] ?? 'It does not move like that.',
  'own piece': (_, by, to) => `Your own ${by ? piece(by.piece) : 'piece'} stands on ${to}.`,
  blocked: (one, by) => `${capital(the(by))} is in the way of ${the(one)}.`,
  'pawn captures': (_, __, to) =>
    `Pawns move diagonally only to capture, and there is nothing to capture on ${to}.`,
  'pawn ahead': (_, by) => `${capital(the(by))} blocks the pawn; pawns capture only diagonally.`,
  pinned: (one, by) =>
    by
      ? `${capital(the(one))} is pinned: without it, ${the(by)} would take the king.`
      : `${capital(the(one))} may not leave: the king would be in check.`,
  'in check': (_, by) => `You are in check from ${the(by)}, and this does not end it.`,
  'king attacked': (_, by, to) => `The king cannot go to ${to}: ${the(by)} attacks that square.`,
  'castling in check': (_, by) => `You cannot castle while ${the(by)} gives check.`,
  'castling lost': () => 'You cannot castle there any more: the king or that rook has moved.',
  'castling attacked': () => 'The king cannot castle over or onto a square that is attacked.',
};

/** For the side to move. */
const tableResults = {
  win: 'Win',
  'cursed win': 'Win, but a draw by the 50-move rule',
  draw: 'Draw',
  'blessed loss': 'Loss, but a draw by the 50-move rule',
  loss: 'Loss',
};

export const en = {
  // The page
  views: 'Views',
  play: 'Play',
  analyse: 'Analyse',
  editor: 'Editor',
  watch: 'Watch',
  myGames: 'Games',
  learn: 'Learn',
  arena: 'Arena',
  settings: 'Settings',
  sound: 'Sounds',
  volume: 'Volume',
  coordinates: 'Letters and numbers at the board',
  dots: 'Show where a piece can go',
  slides: 'Let pieces slide',
  theme: 'Theme',
  themes: { auto: 'Automatic', light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  language: 'Language',
  board: 'Board',
  boards: { wood: 'Wood', green: 'Green', blue: 'Blue', grey: 'Grey', marble: 'Marble' },
  boardSize: 'Board size',
  pieceSet: 'Pieces',
  pieceSets: {
    staunton: 'Staunton',
    plain: 'Plain',
    turned: 'Turned',
    geometric: 'Geometric',
    letters: 'Letters',
  },
  shortcuts: 'Keyboard shortcuts',
  keyNames: { enter: 'Enter', escape: 'Esc', home: 'Home', end: 'End', tab: 'Tab' },
  keys: {
    everywhere: 'Everywhere',
    step: 'One move back or forward',
    ends: 'To the start or the end of the game',
    flip: 'Flip the board',
    escape: 'Close what is open, or cancel a premove',
    help: 'Show these shortcuts',
    takeBack: 'Take a move back',
    hint: 'Show a hint',
    engine: 'Switch the engine on or off',
    threat: 'Show what the other side threatens',
    reach: 'Move the focus to the board',
    walk: 'Go from square to square',
    lift: 'Lift a piece, and put it down',
    lettersAreCommands: 'Letters and ? work as shortcuts',
  },
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  /** Why what the user does cannot be stored. */
  notKept: {
    full: 'The browser has no more room for this page. What you do from now on is lost when you close it.',
    forbidden:
      'This browser keeps nothing here: it does not let this page store anything. Games, settings and progress are lost when you close it.',
  },
  noRoomForGames:
    'The browser has no more room, so this game was not added to your games. Delete some of them first.',
  rulesLoading: 'The rules of chess are loading…',
  loadingFailed: (error: string) =>
    `Part of the page could not be loaded. Are you online? (${error})`,
  white: 'White',
  black: 'Black',
  you: 'You',
  player: 'Player',

  // The board
  chessBoard: 'Chess board',
  letters: { p: 'P', n: 'N', b: 'B', r: 'R', q: 'Q', k: 'K' } as Record<string, string>,
  piece,
  square: (square: string, letter: string, isTarget: boolean, inCheck: boolean): string => {
    const words = [square];
    if (letter !== '.')
      words.push(`${letter === letter.toUpperCase() ? 'white' : 'black'} ${piece(letter)}`);
    if (inCheck) words.push('in check');
    if (isTarget) words.push(letter === '.' ? 'can move here' : 'can be taken');
    return words.join(', ');
  },
  /** "knight takes e5, check" */
  spoken: (move: Move): string => {
    const words = move.castling
      ? `castles ${move.castling}`
      : `${piece(move.piece)} ${move.captured ? 'takes' : 'to'} ${move.to}`;
    const promoted = move.promotion ? `, becomes a ${piece(move.promotion)}` : '';
    const end = move.san.endsWith('#') ? ', checkmate' : move.san.endsWith('+') ? ', check' : '';
    return words + promoted + end;
  },
  objections,
  promoteTo: 'Promote to',
  toStart: 'To the start',
  back: 'Back',
  forward: 'Forward',
  toEnd: 'To the end',
  flip: 'Flip',
  flipBoard: 'Flip the board',
  moves: 'Moves',

  // Playing
  game: 'Game',
  gameControls: 'Game controls',
  isThinking: (name: string) => `${name} is thinking`,
  moveNow: 'Move now',
  moveNowTitle: 'Stop thinking and move',
  clockOf: (name: string) => `${name}: clock`,
  newGame: 'New game',
  opponent: 'Opponent',
  kindsOfOpponents: { all: 'All', characters: 'Characters', levels: 'Levels', others: 'Others' },
  whoToPlay: 'Who would you like to play?',
  playAgainst: (name: string) => `Play ${name}`,
  changeOpponent: 'Change opponent',
  aboutRating: (rating: number) => `about ${rating}`,
  /** People with this rating at lichess move about as well. */
  lichessRating: (rating: number) => `lichess ${rating}`,
  /** What a character is, by id. */
  characterOf: {
    attacker: 'Attacker',
    beginner: 'Beginner',
    coach: 'Coach',
    defender: 'Defender',
    gambiteer: 'Gambit player',
    grabber: 'Pawn grabber',
    positional: 'Strategist',
    'queen-lover': 'Friend of the queen',
    trader: 'Trader',
    trickster: 'Trickster',
    duellist: 'Duellist',
    fortress: 'Wall builder',
    painter: 'Flank player',
    clerk: 'Careful player',
    rusher: 'Fast player',
    student: 'Student of one opening',
    classic: 'Classic computer',
  } as Record<string, string>,
  /** How strong somebody is, from the weakest on. */
  strengths: ['beginner', 'casual player', 'club player', 'strong player'] as readonly string[],
  sums: (name: string) => `How ${name} added it up`,
  sumsHelp:
    'The ratings along the best line after each move, added up in pawns; + is good for White. One of the marked moves was drawn by lot.',
  inTheDraw: 'in the draw',
  strongest: 'the strongest',
  onThisDevice: 'on this device',
  youPlay: (color: 'white' | 'black') => `You play ${color === 'white' ? 'White' : 'Black'}`,
  moveToBegin: 'Move a piece to begin',
  pressToStart: 'Press Play to begin',
  opponentIs: (name: string) => `You now play ${name}.`,
  swapSides: 'Swap sides',
  more: 'More',
  draw: 'Draw',
  colour: 'Colour',
  either: 'Random',
  clock: 'Clock',
  noClock: 'No clock',
  minutes: (minutes: number, increment: number) =>
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${increment ? ` + ${increment} s` : ''}`,
  humanPace: 'Thinks at a human pace',
  start: 'Start',
  usualStart: 'Standard position',
  starts: { usual: 'Standard', chess960: 'Chess960', position: 'From a position' },
  chess960Number: (number: string) => `Chess960, position ${number}`,
  positionAsFen: 'Position as FEN',
  begin: 'Play',
  typeMove: 'Type a move',
  typeMoveLike: 'Type a move: Nf3',
  noMove: (text: string) => `“${text}” is not a possible move here.`,
  whichMove: (moves: readonly string[]) => `Which one: ${moves.join(' or ')}?`,
  typeHelp: 'Type “help” to hear what you can ask about the board.',
  enter: 'Play',
  takeBack: 'Take back',
  hint: 'Hint',
  offerDraw: 'Offer draw',
  claimDraw: 'Claim draw',
  resign: 'Resign',
  rematch: 'Rematch',
  result: 'Result',
  resignSure: 'Resign this game?',
  playOn: 'Play on',
  review: 'Review',
  notYourMove: 'It is not your move.',
  premoveSet: (from: string, to: string) =>
    `Premove: ${from} to ${to}. Press Escape or click the board to cancel it.`,
  premoveCancelled: 'The premove was cancelled.',
  premoveImpossible: (from: string, to: string) => `${from} to ${to} is not possible.`,
  moveWaits: (from: string, to: string) =>
    `${from} to ${to} will be played when the rules have loaded.`,
  newGameBegins: 'A new game has begun.',
  takenBack: 'The move was taken back.',
  hintIs: (move: string) => `Hint: ${move}.`,
  moveOf: (color: 'white' | 'black', move: string) =>
    `${color === 'white' ? 'White' : 'Black'}: ${move}.`,
  drawOffered: (side: string) => `${side} offers a draw.`,
  acceptDraw: 'Accept the draw',
  declines: (name: string) => `${name} would like to play on.`,
  yourMove: 'Your move',
  pressToBegin: (name: string) => `${name} moves first, as soon as you click the board`,
  theStart: 'Starting position',
  /** Why a game ended and what can be claimed, by what the rules call it. */
  reasons: {
    checkmate: 'checkmate',
    stalemate: 'stalemate',
    'dead position': 'dead position',
    'fivefold repetition': 'fivefold repetition',
    '75-move rule': '75-move rule',
    'threefold repetition': 'threefold repetition',
    '50-move rule': '50-move rule',
    'white resigns': 'White resigned',
    'black resigns': 'Black resigned',
    agreed: 'agreed',
    'time ran out': 'time ran out',
    'time ran out, but there is no way to win': 'time ran out, but there is no way to win',
  } as Record<string, string>,
  /** "White resigned. Black wins.", "A draw: stalemate." */
  ended: (winner: 'white' | 'black' | null, reason: string): string =>
    winner
      ? `${capital(reason)}. ${winner === 'white' ? 'White' : 'Black'} wins.`
      : `A draw: ${reason}.`,
  /** The same for one of the players: "Checkmate. You win." */
  endedForYou: (isWon: boolean, reason: string): string =>
    `${capital(reason)}. ${isWon ? 'You win.' : 'You lost.'}`,
  youResigned: 'You resigned.',
  twoPlayers: 'Two players',
  engineDescription: 'The engine at full strength.',
  personDescription: 'Two people take turns on this device.',
  level: (number: number) => `Level ${number}`,
  beginner: (number: number) => `Beginner ${number}`,
  /** Descriptions of the opponents by id; their files have the English ones. */
  opponents: {} as Record<string, string>,

  // Analysing
  position: 'Position',
  analysis: 'Analysis',
  evaluationIs: (score: string) => `Evaluation ${score}`,
  noEvaluation: 'No evaluation yet',
  inThePgn: (score: string) => `${score} in the PGN`,
  engine: 'Engine',
  wholeLine: 'Show the whole line',
  lines: 'Lines',
  lineCount: (count: number) => (count === 1 ? '1 line' : `${count} lines`),
  engineSettings: 'Engine settings',
  threads: 'Threads',
  memory: 'Memory',
  engineSettingsHelp:
    'The engine searches until you switch it off. More threads and more memory make it stronger; a game in progress takes turns with it.',
  oneThreadOnly:
    'The engine searches until you switch it off. On this page it can only use one thread.',
  depthAndSpeed: (depth: number, speed: number) => `depth ${depth} · ${speed} kN/s`,
  threat: 'Threat',
  lookingForThreats: 'Looking for a threat…',
  threatIs: (color: 'white' | 'black', line: string, score: string) =>
    `If ${color === 'white' ? 'Black' : 'White'} did nothing, ${color === 'white' ? 'White' : 'Black'} would play ${line} (${score}).`,
  endgameTables: 'Endgame tables',
  askingTables: 'Asking the server…',
  notInTables: 'The server has no endgame tables with this position.',
  tableResults,
  tableResult: (result: keyof typeof tableResults, dtz: number | null): string =>
    `${tableResults[result]} for the side to move${
      dtz ? `; ${dtz} plies to the next capture, pawn move or mate` : ''
    }.`,
  emptyTree: 'Play a move, or paste a game or a position below.',
  editMove: 'Edit this move',
  editStart: 'Comment before the first move',
  glyphOf: { move: 'The move', position: 'The position', remark: 'Remark' },
  noGlyph: 'No glyph',
  glyphNames: {
    1: 'good move',
    2: 'mistake',
    3: 'brilliant move',
    4: 'blunder',
    5: 'interesting move',
    6: 'dubious move',
    7: 'only move',
    10: 'equal',
    13: 'unclear',
    14: 'White is slightly better',
    15: 'Black is slightly better',
    16: 'White is better',
    17: 'Black is better',
    18: 'White is winning',
    19: 'Black is winning',
    22: 'zugzwang',
    32: 'lead in development',
    36: 'initiative',
    40: 'attack',
    44: 'compensation for the material',
    132: 'counterplay',
    138: 'time trouble',
    140: 'with the idea',
    146: 'novelty',
  } as Record<number, string>,
  comment: 'Comment',
  moveUp: 'Move up',
  moveDown: 'Move down',
  mainLine: 'Main line',
  delete: 'Delete',
  gamesAndPositions: 'Games and positions',
  games: 'Games',
  gamesInFile: (count: number) => `${count} games in this file`,
  moreGames: (count: number) => `The file has more games; these are the first ${count}.`,
  nameless: 'Unnamed game',
  print: 'Print',
  downloadPgn: 'Download PGN',
  paste: 'Paste a PGN or FEN, or drop a file',
  open: 'Open',
  openFile: 'Open a file',
  clear: 'Clear',
  share: 'Share',
  variation: 'Variation',
  shareLink: 'Share link',
  copied: 'Copied.',
  given: {
    link: 'A link that contains the whole game',
    pgn: 'The game as PGN',
    variation: 'This variation as PGN',
    fen: 'The position as FEN',
  },
  linkTooLong: 'This game is too long for a link, so it was saved as a file.',
  linkDamaged: 'The link is damaged: part of it is missing or was changed. Ask for it again.',
  notAllRead: (error: string) => `Not all of it could be read: ${error}`,
  /** Nothing could be read; why is said of its first word. */
  noGame: (error: string) => `No chess game found. ${error}`,
  pictures: 'Pictures',
  positionSvg: 'Position, SVG',
  positionPng: 'Position, PNG',
  gameGif: 'Game, GIF',
  drawing: 'Drawing…',
  playFromHere: 'Play from here',
  isAddress: (site: string) =>
    `This is a web address. The page cannot read games from ${site}: copy the PGN there and paste it here.`,
  cleared: 'The game was cleared.',
  replaced: 'Another game was opened.',
  deleted: (san: string) => `${san} and what follows it was deleted.`,
  fileTooLarge: (megabytes: number) =>
    `This file is too large: at most ${megabytes} MB can be opened here.`,
  editPosition: 'Edit position',
  openingExplorer: 'Opening explorer',
  /** What the library calls an opening, in this language. */
  openingName: (english: string): string => english,

  // The review
  reviewGame: 'Review this game',
  howItWent: 'How the game went',
  reviewing: 'Reviewing the game',
  reviewed: (white: number, black: number) =>
    `The review is done. Accuracy: White ${white}%, Black ${black}%.`,
  stop: 'Stop',
  whitesChances: "White's chances through the game",
  verdicts: { inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' },
  verdictOf: (san: string, verdict: 'inaccuracy' | 'mistake' | 'blunder') =>
    `${san} is ${verdict === 'inaccuracy' ? 'an inaccuracy' : `a ${verdict}`}.`,
  counted: (inaccuracies: number, mistakes: number, blunders: number) =>
    `${inaccuracies} ?!  ${mistakes} ?  ${blunders} ??`,
  chancesFall: (color: 'white' | 'black', from: number, to: number) =>
    `${color === 'white' ? 'White' : 'Black'}'s chances fall from ${from}% to ${to}%.`,
  why: (san: string) => `Why ${san}?`,
  lookingForReasons: 'Looking for the reasons…',
  noReason: 'There is nothing in particular to say for or against it.',
  moveIsWorth: (san: string, score: string) => `${san}: ${score}`,
  isBestMove: 'The engine would play it, too.',
  bestMoveIs: (san: string, score: string) => `The engine prefers ${san} (${score}).`,
  averageLoss: (centipawns: number) => `average loss ${centipawns} cp`,
  showIt: 'Show it',
  showBetter: 'Show the better move',
  tryAgain: 'Try again from here',
  lineShown: 'The line',
  keepLine: 'Keep it as a variation',
  backToGame: 'Back to the game',
  puzzle: 'Puzzle',
  mistakeOf: (number: number, count: number) => `Mistake ${number} of ${count}`,
  allSolved: (count: number) =>
    count === 1 ? 'You have solved the mistake.' : `You have solved all ${count} mistakes.`,
  practise: (color: 'white' | 'black', count: number) =>
    `Practise ${color === 'white' ? 'White' : 'Black'}'s ${count === 1 ? 'mistake' : `${count} mistakes`}`,
  puzzleTask: (color: 'white' | 'black', number: string, played: string) =>
    `${color === 'white' ? 'White' : 'Black'} played ${number}${played}. Find something better.`,
  puzzleSolved: (san: string) => `Yes, ${san}!`,
  solutionWas: (san: string) => `The move was ${san}.`,
  puzzleAlso: (san: string) => `${san} is good, too.`,
  puzzleWrong: (san: string, percent: number) =>
    `${san} gives away ${percent}% of the chances. Try again.`,
  puzzleThinking: (san: string) => `Checking ${san}`,
  solution: 'Solution',
  next: 'Next',
  done: 'Done',

  // The editor
  positionEditor: 'Position editor',
  pieces: 'Pieces to place',
  erase: 'Erase',
  move: 'Move',
  toMove: 'To move',
  castling: 'Castling',
  castlingNames: {
    K: 'White, short',
    Q: 'White, long',
    k: 'Black, short',
    q: 'Black, long',
  } as Record<string, string>,
  emptyBoard: 'Empty',
  emptied: 'The board was emptied.',
  editorHelp:
    'Choose a piece and click squares to place it, or drag pieces. A piece dropped off the board is removed.',
  positionIsGood: 'This position can be played.',

  // Watching
  whoPlaysWhom: 'Who plays whom?',
  whoPlays: (color: 'white' | 'black') => `Who plays ${color === 'white' ? 'White' : 'Black'}?`,
  choose: 'Choose',
  watchHelp: 'Two opponents play each other while you watch.',
  secondsAMove: 'Seconds per move',
  secondsNumber: (seconds: number) => (seconds === 0 ? 'As fast as possible' : `${seconds} s`),
  startWatching: 'Start',
  pause: 'Pause',
  goOn: 'Continue',
  anotherGame: 'Another game',
};

export type Words = typeof en;
