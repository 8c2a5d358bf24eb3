// All English texts of the puzzles and lessons.
import { motifNames } from '../../words/motif-names-en';
const pieces: Record<string, string> = {
  p: 'pawn',
  n: 'knight',
  b: 'bishop',
  r: 'rook',
  q: 'queen',
};

export const en = {
  today: 'Today',
  todayAbout:
    'Up to three of your own mistakes that are due, a puzzle of the same kind and a move from your openings: two minutes a day.',
  todayWithoutMistakes:
    'Puzzles stand in for your own mistakes, which come here after the reviews of your games.',
  sameKind: (theme: string) => `Of the same kind as your mistake: ${theme}`,
  todayDone: 'Done for today!',
  foundAtOnce: (good: number, all: number) => `${good} of ${all} found at once.`,
  daysInARow: (days: number) => (days === 1 ? 'One day in a row' : `${days} days in a row`),
  bestDays: (days: number) => `best ${days}`,
  firstDay: "Finish today's tasks to begin a row of days.",
  dayForgiven: 'You missed a day. That is forgiven if you finish today.',
  missedDay: 'One missed day does not end it.',
  remembers: {
    mate: (answer: string) => `I remember: ${answer} led to mate.`,
    lost: (piece: string, answer: string) =>
      `I remember: you lost the ${pieces[piece]} to ${answer}.`,
    strong: (played: string, answer: string) =>
      `I remember: you played ${played}, and ${answer} was strong.`,
    nothing: 'Let us play. Have the game reviewed, and I shall remember it.',
  },
  playOpponent: (name: string) => `Play ${name}`,
  motifs: 'Your motifs',
  motifsAbout:
    'Each square is a position of that kind, the latest at the right: filled if you found the move at once.',
  motifRow: (theme: string, good: number, all: number) =>
    `${theme}: ${good} of ${all} found at once`,
  sendMistake: 'Send it as a link',
  mistakeLink: 'This mistake and what punishes it, as a link',
  linkCopied: 'The link is copied.',
  proofTask: (color: 'white' | 'black', san: string) =>
    `${color === 'white' ? 'White' : 'Black'} played ${san}. What punishes it?`,
  proofWrong: (san: string) => `There is something better than ${san}.`,
  proofSolved: (san: string) => `Yes, ${san}!`,
  proofShown: (san: string) => `${san} punishes it.`,
  proofBetter: (san: string) => `${san} was better.`,
  proofDamaged: 'This link is damaged.',
  again: 'Again',
  puzzles: 'Puzzles',
  lessons: 'Lessons',
  what: 'What to learn',
  theme: 'Topic',
  allThemes: 'All topics',
  themeGroups: {
    motifs: 'Motifs',
    mates: 'Mates',
    moves: 'Moves',
    endgames: 'Endgames',
    stages: 'Stages of the game',
    lengths: 'Length of the solution',
  },
  themes: {
    ...motifNames,
    'mate-in-1': 'Mate in one',
    'mate-in-2': 'Mate in two',
    'mate-in-3': 'Mate in three',
    'mate-in-4': 'Mate in four',
    sacrifice: 'Sacrifice',
    promotion: 'Promotion',
    underpromotion: 'Underpromotion',
    castling: 'Castling',
    'en-passant': 'En passant',
    opening: 'Opening',
    middlegame: 'Middlegame',
    endgame: 'Endgame',
    attraction: 'Attraction',
    intermezzo: 'Intermezzo',
    'quiet-move': 'Quiet move',
    'advanced-pawn': 'Advanced pawn',
    'attacking-f2-f7': 'Attack on f2 or f7',
    'pawn-endgame': 'Pawn endgame',
    'knight-endgame': 'Knight endgame',
    'bishop-endgame': 'Bishop endgame',
    'rook-endgame': 'Rook endgame',
    'queen-endgame': 'Queen endgame',
    'queen-rook-endgame': 'Queens and rooks',
    'one-move': 'One move',
    short: 'Two moves',
    long: 'Three moves',
    'very-long': 'Four moves or more',
  } as Record<string, string>,
  loading: 'The puzzles are being fetched…',
  taskMate: (color: 'white' | 'black', moves: number) =>
    `${color === 'white' ? 'White' : 'Black'} mates in ${moves}`,
  taskWin: (color: 'white' | 'black') =>
    `${color === 'white' ? 'White' : 'Black'} to move wins. Find the only move.`,
  right: 'Right!',
  goOn: 'Right! Go on.',
  solved: 'Solved!',
  wrong: (san: string) => `${san} is not the move. Try again.`,
  solutionShown: 'That was the solution.',
  whyRight: (san: string) => `Why ${san} is right:`,
  whyWrong: (san: string) => `Why ${san} fails:`,
  hint: 'Hint',
  hintIs: (square: string) => `Look at the piece on ${square}.`,
  solution: 'Solution',
  keepPack: (count: number) => `Keep ${count.toLocaleString('en')} puzzles for offline use`,
  keepingPack: 'Fetching…',
  packIsKept: (count: number) =>
    `${count.toLocaleString('en')} puzzles near your rating are kept in this browser.`,
  next: 'Next',
  analyse: 'Analyse',
  yourRating: 'Your rating',
  puzzleRating: (rating: number) => `Puzzle ${rating}`,
  changed: (by: number) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`,
  solvedOf: (solved: number, tried: number) => `${solved} of ${tried} solved`,
  streak: (streak: number, best: number) => `Streak ${streak}, best ${best}`,
  about: 'Only one move wins. Wrong moves are taken back; the first one counts.',
  mistakes: 'Mistakes',
  taskMistake: (color: 'white' | 'black', san: string) =>
    `${color === 'white' ? 'White' : 'Black'} to move. You played ${san}. Find a better move.`,
  mistakesAbout: 'A mistake that you solve comes back after longer and longer times.',
  looking: 'The engine looks at your move…',
  noMistakes:
    'After a review, your mistakes of that game come back here as exercises: after a day, then after longer and longer times. Play a game and have it reviewed.',
  playGame: 'Play a game',
  nothingDue: (days: number) =>
    `Nothing is due today. The next mistake comes back ${days === 1 ? 'tomorrow' : `in ${days} days`}.`,
  practiseEarly: 'Practise all the same',
  forget: 'Do not ask again',
  mistakesLeft: (due: number, all: number) => `${due} due today, ${all} in all`,
  openings: 'Openings',
  taskOpening: (color: 'white' | 'black') =>
    `${color === 'white' ? 'White' : 'Black'} to move. What do you play here?`,
  openingsAbout: 'A position from your own games. It comes back after longer and longer times.',
  yourUsualMove: (san: string, times: number, games: number) =>
    `You usually play ${san}: in ${times} of ${games} games.`,
  notYourMove: (san: string) => `${san} is not what you usually play. Try again.`,
  noOpenings:
    'Positions that arise in several of your games come here, with what you play in them. Games that you play here are kept by themselves, and others can be imported.',
  toMyGames: 'My games',
  noOpeningDue: (days: number) =>
    `Nothing is due today. The next position comes back ${days === 1 ? 'tomorrow' : `in ${days} days`}.`,
  openingsLeft: (due: number, all: number) => `${due} due today, ${all} in all`,
  endgames: 'Endgames',
  endgamesAbout:
    'Each try is a new position. The other side defends as well as can be, and exact tables, which this device computes, judge every move at once.',
  endgamesLoading: 'The endgames are being fetched…',
  computingTable: (number: number, all: number) =>
    `Computing the exact tables: ${number} of ${all}…`,
  drills: {
    'two-rooks': 'Mate with two rooks',
    queen: 'Mate with the queen',
    rook: 'Mate with the rook',
    square: 'The square of the pawn',
    'rook-pawn': 'Rook’s pawn: hold the draw',
    opposition: 'The opposition: hold the draw',
    'key-squares': 'Key squares: win with the pawn',
    'queen-against-pawn': 'Queen against pawn on the seventh',
    'pawn-against-queen': 'Pawn on the seventh against queen: hold the draw',
    'two-bishops': 'Mate with two bishops',
    'rook-against-pawn': 'Rook against pawn',
    'bishop-against-rook': 'Bishop against rook: hold the draw',
    'knight-against-rook': 'Knight against rook: hold the draw',
    'queen-against-rook': 'Queen against rook',
    'bishop-and-knight': 'Mate with bishop and knight',
  } as Record<string, string>,
  taskEndgame: {
    mate: (color: 'white' | 'black', moves: number) =>
      `${color === 'white' ? 'White' : 'Black'} to move mates in ${moves}.`,
    promotion: (color: 'white' | 'black', moves: number) =>
      `${color === 'white' ? 'White' : 'Black'} to move wins: promote the pawn (mate in ${moves}).`,
    capture: (color: 'white' | 'black', moves: number) =>
      `${color === 'white' ? 'White' : 'Black'} to move wins: capture or mate (mate in ${moves}).`,
  },
  taskHold: (color: 'white' | 'black') =>
    `${color === 'white' ? 'White' : 'Black'} to move holds the draw.`,
  winAbout: 'Only what throws the win away is wrong; a slower way is fine.',
  holdFor: (moves: number) => `Hold it for ${moves} moves, or until the game is drawn.`,
  stillWon: (san: string, moves: number, slower: number) => {
    const what = moves === 0 ? `${san} mates.` : `${san} wins: mate in ${moves}.`;
    return slower === 0 ? what : `${what} ${slower === 1 ? 'One move' : `${slower} moves`} slower.`;
  },
  stillHeld: (san: string, left: number) =>
    `${san} holds the draw. ${left === 1 ? 'One more move' : `${left} more moves`}.`,
  throwsWin: (san: string) => `${san} throws the win away.`,
  throwsAndLoses: (san: string) => `${san} throws the win away and even loses.`,
  throwsDraw: (san: string) => `${san} loses.`,
  refutedBy: (line: string) => `The answer: ${line}.`,
  isStalemate: 'It is stalemate.',
  takeBack: 'Take back',
  showBest: 'Show me',
  bestIs: (san: string) => `${san} is best.`,
  wonIn: (moves: number, surplus: number) =>
    `Done in ${moves === 1 ? 'one move' : `${moves} moves`}${
      surplus === 0 ? ', as fast as can be!' : `, ${surplus} more than needed.`
    }`,
  heldAll: 'The draw is held!',
  notCounted: 'With help, so try another one.',
  doneIn: (surplus: number) =>
    surplus === 0 ? 'as well as can be' : `${surplus} ${surplus === 1 ? 'move' : 'moves'} slower`,
  doneWithHelp: 'with help',
  anotherPosition: 'Another position',
  allEndgames: 'All endgames',
  lessonsAbout: 'Learn chess from the first move on. Your progress stays in this browser.',
  progress: (solved: number, all: number) => `${solved} of ${all}`,
  done: 'done',
  allLessons: 'All lessons',
  taskNumber: (number: number, all: number) => `Task ${number} of ${all}`,
  praise: ['Well done!', 'Exactly!', 'That is it!', 'Very good!'],
  nextLesson: 'Next lesson',
};

export type LearnWords = typeof en;
