// English: everything the page says. Another language is a file with the same names, which the
// compiler compares with this one; sentences are functions, so that each language can build its own.
import type { Man, MotifKind, Move } from 'kibitz';

const pieces: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
  k: 'king',
};
const piece = (letter: string) => pieces[letter.toLowerCase()] ?? letter;
const the = (man: Man | undefined) => (man ? `the ${piece(man.piece)} on ${man.square}` : 'a man');
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const all = (men: readonly Man[]) =>
  [men.slice(0, -1).map(the).join(', '), the(men.at(-1))].filter(Boolean).join(' and ');

const motifs: Record<MotifKind, (by: Man, on: readonly Man[]) => string> = {
  'back rank': (by, [king]) =>
    `${capital(the(by))} mates on the back rank; the king on ${king?.square} is shut in by its own men.`,
  hanging: (_, [man]) => `${capital(the(man))} is defended by nobody.`,
  'double check': () => 'Two men give check at once.',
  'discovered check': (by) => `${capital(the(by))} gives check from behind.`,
  fork: (by, on) => `${capital(the(by))} forks ${all(on)}.`,
  skewer: (by, [front, behind]) =>
    `${capital(the(by))} skewers ${the(front)}: it has to go, and ${the(behind)} is lost.`,
  'discovered attack': (by, on) => `It opens the line from ${the(by)} to ${all(on)}.`,
  pin: (by, [front, behind]) => `${capital(the(by))} pins ${the(front)} to ${the(behind)}.`,
  'removes defender': (_, [taken, left]) => `It takes ${the(taken)}, which defended ${the(left)}.`,
  overloaded: (_, [man, ...defended]) =>
    `${capital(the(man))} cannot defend both ${all(defended)}.`,
  trapped: (_, [man]) => `${capital(the(man))} is trapped.`,
};

export const en = {
  // The page
  views: 'Views',
  play: 'Play',
  analyse: 'Analyse',
  editor: 'Editor',
  watch: 'Watch',
  arena: 'Arena',
  settings: 'Settings',
  sound: 'Sound',
  theme: 'Theme',
  themes: { light: 'Light', dark: 'Dark', contrast: 'High contrast' },
  language: 'Language',
  board: 'Board',
  boards: { wood: 'Wood', green: 'Green', blue: 'Blue', grey: 'Grey' },
  pieceSet: 'Pieces',
  pieceSets: { staunton: 'Staunton', plain: 'Plain', letters: 'Letters' },
  close: 'Close',
  cancel: 'Cancel',
  undo: 'Undo',
  noRoom: 'The browser keeps nothing more for this page: what you do from now on ends with it.',
  rulesLoading: 'The rules of chess are loading…',
  notArrived: (error: string) =>
    `A part of the page did not arrive. Is there a network? (${error})`,
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
  levels: 'Levels',
  characters: 'Characters',
  others: 'Others',
  colour: 'Colour',
  either: 'Either',
  clock: 'Clock',
  noClock: 'No clock',
  minutes: (minutes: number, increment: number) =>
    `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}${increment ? ` + ${increment} s` : ''}`,
  humanPace: 'Takes its time like a human',
  start: 'Start',
  usualStart: 'The usual position',
  chess960: 'Chess960, drawn by lot',
  fromPosition: 'A position',
  positionAsFen: 'Position as FEN',
  begin: 'Play',
  typeMove: 'Type a move',
  typeMoveLike: 'Type a move: Nf3',
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
    `Ahead of time: ${from} to ${to}. Escape or a press on the board takes it back.`,
  premoveCancelled: 'The move ahead of time is taken back.',
  premoveImpossible: (from: string, to: string) => `${from} to ${to} is not possible.`,
  moveWaits: (from: string, to: string) =>
    `${from} to ${to} will be played when the rules have loaded.`,
  newGameBegins: 'A new game.',
  takenBack: 'Taken back.',
  hintIs: (move: string) => `Hint: ${move}.`,
  moveOf: (color: 'white' | 'black', move: string) =>
    `${color === 'white' ? 'White' : 'Black'}: ${move}.`,
  drawOffered: (side: string) => `${side} offers a draw.`,
  acceptDraw: 'Accept the draw',
  declines: (name: string) => `${name} would like to play on.`,
  yourMove: 'Your move',
  pressToBegin: (name: string) => `${name} begins when you press the board`,
  theStart: 'The start',
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
  fullStrength: 'Full strength',
  personHere: 'A person here',
  twoPlayers: 'Two players',
  engineDescription: 'The engine at full strength.',
  personDescription: 'Another person at this device.',
  level: (number: number) => `Level ${number}`,
  /** Descriptions of the opponents by id; their files have the English ones. */
  opponents: {} as Record<string, string>,

  // Analysing
  position: 'Position',
  analysis: 'Analysis',
  evaluationIs: (score: string) => `Evaluation ${score}`,
  noEvaluation: 'No evaluation yet',
  inThePgn: (score: string) => `${score} in the PGN`,
  engine: 'Engine',
  lines: 'Lines',
  depthAndSpeed: (depth: number, speed: number) => `depth ${depth} · ${speed} kN/s`,
  emptyTree: 'Play a move, or paste a game or a position below.',
  editMove: 'Edit this move',
  comment: 'Comment',
  moveUp: 'Move up',
  mainLine: 'Main line',
  delete: 'Delete',
  gamesAndPositions: 'Games and positions',
  games: 'Games',
  gamesInFile: (count: number) => `${count} games in this file`,
  moreGames: (count: number) => `The file has more games; these are the first ${count}.`,
  nameless: 'Without names',
  downloadPgn: 'Download PGN',
  paste: 'Paste a PGN or FEN, or drop a file',
  open: 'Open',
  openFile: 'Open a file',
  clear: 'Clear',
  share: 'Share',
  shareLink: 'Share link',
  linkHolds: 'The link holds the whole game.',
  linkTooLong: 'This game is too long for a link; here it is as a file.',
  linkDamaged: 'The link is damaged: a part of it is missing or was changed. Ask for it again.',
  notAllRead: (error: string) => `Not all of it could be read: ${error}`,
  pictures: 'Pictures',
  positionSvg: 'Position, SVG',
  positionPng: 'Position, PNG',
  gameGif: 'Game, GIF',
  drawing: 'Drawing the pictures',
  playFromHere: 'Play from here',
  cleared: 'The game was cleared away.',
  replaced: 'Another game is on the board.',
  deleted: (san: string) => `${san} and what follows it was deleted.`,
  fileTooLarge: (megabytes: number) =>
    `This file is too large: at most ${megabytes} MB can be opened here.`,
  editPosition: 'Edit position',

  // The review
  reviewGame: 'Review this game',
  reviewing: 'Reviewing the game',
  stop: 'Stop',
  whitesChances: "White's chances through the game",
  verdicts: { inaccuracy: 'inaccuracy', mistake: 'mistake', blunder: 'blunder' },
  verdictOf: (san: string, verdict: 'inaccuracy' | 'mistake' | 'blunder') =>
    `${san} is ${verdict === 'inaccuracy' ? 'an inaccuracy' : `a ${verdict}`}.`,
  counted: (inaccuracies: number, mistakes: number, blunders: number) =>
    `${inaccuracies} ?!  ${mistakes} ?  ${blunders} ??`,
  allowsMate: (moves: number) => `It allows mate in ${moves}.`,
  missesMate: (moves: number) => `It misses mate in ${moves}.`,
  answerIs: ([first, ...then]: readonly string[]) =>
    `The answer is ${first}${then.length > 0 ? `, then ${then.join(' ')}` : ''}.`,
  endsGame: (reason: string) => `It ends the game: ${reason}.`,
  chancesFall: (color: 'white' | 'black', from: number, to: number) =>
    `${color === 'white' ? 'White' : 'Black'}'s chances fall from ${from}% to ${to}%.`,
  /** In what one stands worse after a move: one's own loss, or the other side's gain. */
  worse: {
    king: { own: 'It leaves the king less safe.', theirs: 'It lets the other king into safety.' },
    'passed pawns': {
      own: 'It makes too little of the passed pawns.',
      theirs: "It lets the other side's passed pawns grow strong.",
    },
    threats: { own: 'It gives threats away.', theirs: 'It lets the other side make threats.' },
    pawns: {
      own: 'It leaves the pawns weaker.',
      theirs: "It lets the other side's pawns stand well.",
    },
    mobility: {
      own: 'The pieces have fewer squares after it.',
      theirs: "It gives the other side's pieces more squares.",
    },
    pieces: {
      own: 'The pieces work less well after it: open lines and outposts are missed.',
      theirs: 'It leaves open lines and outposts to the other side.',
    },
    'piece squares': {
      own: 'The men stand on worse squares after it.',
      theirs: "It lets the other side's men come to better squares.",
    },
    space: { own: 'It gives up space.', theirs: 'It leaves the other side more space.' },
  },
  betterWas: (san: string) => `Better was ${san}.`,
  loses: {
    man: (man: Man) => `It loses ${the(man)}.`,
    material: (pawns: number) =>
      `It loses material worth ${pawns} ${pawns === 1 ? 'pawn' : 'pawns'}.`,
  },
  misses: {
    man: (man: Man) => `It would have won ${the(man)}.`,
    material: (pawns: number) =>
      `It would have won material worth ${pawns} ${pawns === 1 ? 'pawn' : 'pawns'}.`,
  },
  motif: (kind: MotifKind, by: Man, on: readonly Man[]) => motifs[kind](by, on),
  showIt: 'Show it',
  showBetter: 'Show the better move',
  tryAgain: 'Try again from here',
  lineShown: 'The line',
  keepLine: 'Keep it as a variation',
  backToGame: 'Back to the game',
  puzzle: 'Puzzle',
  puzzleTask: (color: 'white' | 'black', number: string, played: string) =>
    `${color === 'white' ? 'White' : 'Black'} played ${number}${played}. Find something better.`,
  puzzleSolved: (san: string) => `Yes, ${san}!`,
  puzzleAlso: (san: string) => `${san} is good, too.`,
  puzzleWrong: (san: string, percent: number) =>
    `${san} gives away ${percent}% of the chances. Try again.`,
  puzzleThinking: (san: string) => `Looking at ${san}`,
  solution: 'Solution',
  next: 'Next',
  done: 'Done',

  // The editor
  positionEditor: 'Position editor',
  men: 'Men to set',
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
  editorHelp: 'Choose a man and press squares, or drag men about; off the board they vanish.',
  positionIsGood: 'This position can be played.',

  // Watching
  watchHelp: 'Two opponents play each other while you look on.',
  secondsAMove: 'Seconds a move',
  secondsNumber: (seconds: number) => (seconds === 0 ? 'As fast as they can' : `${seconds} s`),
  startWatching: 'Start',
  pause: 'Pause',
  goOn: 'Go on',
  anotherGame: 'Another game',
};

export type Words = typeof en;
