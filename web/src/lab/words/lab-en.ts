// The texts of the laboratory's page in English.
const number = (value: number) => value.toLocaleString('en');
const digits = (value: number, places: number) =>
  value.toLocaleString('en', { minimumFractionDigits: places, maximumFractionDigits: places });

export const en = {
  locale: 'en',
  title: 'Laboratory',
  views: { tests: 'Tests', workers: 'Workers', record: 'Record' },
  number,
  digits,
  language: 'Language',

  away: 'The laboratory does not answer. The page shows what it last received.',
  loading: 'Loading…',
  missing: 'There is no such test.',
  toTests: 'All tests',

  noTests: 'No test has begun yet.',
  beginTest: 'Start a test at a terminal, with the options of kibitz match:',
  running: 'Running',
  finished: 'Finished',
  states: {
    open: 'Running',
    checking: 'Being checked',
    stopped: 'Stopped',
    complete: 'Complete',
    'H0 accepted': 'H0 accepted',
    'H1 accepted': 'H1 accepted',
  },
  trainingData: 'Training data',
  testName: (test: string, players: string[]) =>
    players.length === 2 ? `${players[0]} against ${players[1]}` : `Test ${test}`,
  testNumber: (test: string) => `Test ${test}`,
  games: (count: number) => `${number(count)} ${count === 1 ? 'game' : 'games'}`,
  ofGames: (count: number, most: number) => `${number(count)} of at most ${number(most)} games`,
  playing: (units: number) => `${number(units)} being played`,
  priorityIs: (priority: number) => `priority ${priority}`,
  llrOf: (llr: string, bounds: string) => `LLR ${llr} of ${bounds}`,

  figures: {
    games: 'Games',
    positions: 'Positions',
    whiteResults: 'White won, drawn, lost',
    elo: 'Elo',
    llr: 'LLR',
    results: 'Won, drawn, lost',
    units: 'At work',
  },
  eloGraph: 'Elo with its 95% interval',
  llrGraph: 'Log likelihood ratio',
  afterGames: (count: number) => `after ${number(count)} games`,
  graphLabel: (name: string, value: string) => `${name}: ${value} now`,
  noCourse: 'The graphs begin with the first pair that is counted.',
  pairs: 'Pairs by points of the first player',
  pairsLabel: (points: string, count: number) => `${points} points: ${number(count)}`,
  table: 'Results',
  player: 'Player',
  wins: 'Won',
  draws: 'Drawn',
  losses: 'Lost',
  options: 'Options of the test',

  faults: 'Faults',
  lack: (what: string) => `No verdict yet: ${what}.`,
  setAside: 'Set aside, so that their results do not count',
  broken: (units: string) => `Units in which an engine broke down, played again: ${units}`,
  noFaults: 'There have been no faults.',
  faultKinds: {
    'failed to start': 'failed to start',
    crash: 'crash',
    stall: 'no answer',
    'time loss': 'loss on time',
    'illegal move': 'illegal move',
    'illegal PV': 'illegal line',
    'disobeyed limit': 'limit disobeyed',
    garbage: 'output that is not UCI',
  } as Record<string, string>,
  engine: 'Engine',
  worker: 'Worker',
  fault: 'Fault',
  count: 'Count',
  lastTime: 'Last time',
  lastGame: (unit: number, game: number) => `unit ${unit}, game ${game + 1}`,

  endings: {
    checkmate: 'checkmate',
    stalemate: 'stalemate',
    'dead position': 'dead position',
    repetition: 'repetition',
    'fifty moves': 'fifty-move rule',
    'draw adjudication': 'draw agreed or adjudicated',
    resignation: 'resignation',
    tablebase: 'decided by tablebases',
    'move limit': 'move limit',
  } as Record<string, string>,
  gamesTitle: 'Games',
  noGames: 'No games have counted yet.',
  playedBy: (worker: string) => `played by ${worker}`,
  moves: (plies: number) => `${Math.ceil(plies / 2)} moves`,
  earlier: 'Earlier games',
  latest: 'Latest games',
  replay: 'Replay',
  replaying: (number_: number) => `Game ${number_}`,
  downloadGame: 'Download this game',
  downloadAll: 'Download all games',
  downloading: 'The games are being fetched…',
  gameFailed: 'The game could not be fetched.',
  close: 'Close',

  noWorkers: 'No worker has a key yet.',
  addWorker: 'Make a key for each worker at a terminal:',
  trust: { own: 'own machine', trusted: 'trusted', volunteer: 'volunteer' },
  deviates: (kind: 'results' | 'time losses', test: string) =>
    kind === 'results'
      ? `Its results in test ${test} are not like those of the other workers.`
      : `Its engines lose on time in test ${test} more often than those of the other workers.`,
  isVoid: 'void',
  isRevoked: 'key revoked',
  seen: (seconds: number | undefined) =>
    seconds === undefined
      ? 'not seen since the start'
      : seconds < 60
        ? 'seen just now'
        : seconds < 3600
          ? `seen ${Math.floor(seconds / 60)} min ago`
          : `seen ${Math.floor(seconds / 3600)} h ago`,
  workerFigures: {
    cores: 'Cores',
    playing: 'Playing',
    games: 'Games',
    speed: 'Nodes/s',
    faults: 'Faults',
    refused: 'Refused',
    audited: 'Audited',
    differing: 'Differing',
  },

  noRecord: 'Nothing has happened yet.',
  theLaboratory: 'The laboratory',
  when: 'When',
  who: 'Who',
  what: 'What',
  deeds: {
    keyAdded: (name: string, trust: string) => `gave a key to ${name} (${trust})`,
    operatorAdded: (name: string) => `gave an operator’s key to ${name}`,
    keyRevoked: (name: string) => `revoked the key of ${name}`,
    testBegun: (test: string) => `began test ${test}`,
    testStopped: (test: string) => `stopped test ${test}`,
    testPrioritised: (test: string, priority: number) =>
      `gave test ${test} the priority ${priority}`,
    workerVoided: (worker: string) => `voided the results of ${worker}`,
    uploadPiece: (hash: string) => `uploaded the engine ${hash}`,
    workerRestored: (worker: string) => `restored the results of ${worker}`,
    other: (fact: string) => fact,
  },

  signIn: 'Sign in',
  signOut: 'Sign out',
  signedIn: (name: string) => `Signed in with the key of ${name}`,
  signInTitle: 'Sign in as an operator',
  signInWhy:
    'Everybody may look. To change something, enter an operator’s token. kibitz lab up writes one into the file operator-token in its folder.',
  token: 'Operator’s token',
  cancel: 'Cancel',
  stop: 'Stop the test',
  stopSure: 'Its games stay. A stopped test cannot be continued.',
  priority: 'Priority',
  setPriority: 'Set',
  voidResults: 'Void',
  voidSure: 'Its results no longer count, and its units are played again.',
  restore: 'Restore',
  revoke: 'Revoke key',
  revokeSure: 'The worker is refused from now on; its results stay.',
  refusals: {
    key: 'This key is not valid.',
    token: 'This is no token. A token looks like ws://ADDRESS#NAME:SECRET.',
    worker: 'This is a worker’s key, which does not allow changes.',
    journal: 'The laboratory could not store this. Try again later.',
    away: 'The laboratory does not answer.',
  } as Record<string, string>,
  refused: (text: string) => `The laboratory refused this: ${text}`,
};

export type LabWords = typeof en;
