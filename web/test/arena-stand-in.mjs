// An arena whose players, games and times are always the same, for pictures of the page. It answers
// the page's requests in place of `kibitz serve`.

/** The moment at which everything is shown, on the page's clock as on the arena's. */
export const now = Date.UTC(2026, 4, 17, 18, 30);

const minutes = 60_000;
const iso = (minutesAgo) => new Date(now - minutesAgo * minutes).toISOString();
const terms = { game: 'chess', base: 5 * minutes, increment: 3000, rated: true };

const offers = [
  { id: 'o1', kind: 'seek', from: 'Bruno', rating: 1640, setup: {}, side: null, ...terms },
  {
    id: 'o2',
    kind: 'seek',
    from: 'Magdalena',
    rating: 1512,
    setup: { number: 518 },
    side: 0,
    ...terms,
    game: 'chess960',
    base: 10 * minutes,
  },
];
const players = ['Ann', 'Bruno', 'Chidi', 'Magdalena', 'Yuki'].map((name, i) => ({
  name,
  bot: false,
  ratings: { chess: 1480 + 53 * i },
}));
const listed = [
  { id: 'g1', players: ['Ann', 'Chidi'], contest: '', ...terms },
  { id: 'g2', players: ['Yuki', 'Bruno'], contest: '', ...terms },
];
const contests = [
  {
    name: 'Sunday Swiss',
    kind: 'swiss',
    organiser: 'Chidi',
    stage: 'open',
    round: 0,
    rounds: 5,
    players: 11,
    expires: now + 40 * minutes,
    ...terms,
  },
];
const finished = [
  ['Ann', 'Yuki', 0, 'resignation'],
  ['Bruno', 'Magdalena', 1, 'timeout'],
  ['Chidi', 'Ann', null, 'draw agreed'],
].map(([first, second, winner, ending], i) => ({
  id: `f${i}`,
  players: [first, second],
  winner,
  ending,
  reason: ending,
  game: 'chess',
  rated: true,
  contest: '',
  started: iso(40 + 30 * i),
  ended: iso(25 + 30 * i),
}));
const house = [
  ['Level 4', 'Thinks of your answer, but only of the most obvious ones.', 1010],
  ['Level 8', 'Plays in a club: three plies and sound judgement.', 1490],
  ['Owl', 'Looks after its king and waits for your mistake.', 1720],
].map(([name, description, rating]) => ({ name, description, rating }));

const moves = 'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6 c1e3 e7e5'.split(' ');
/** A game in which it is Ann's move; the clocks were last set now, so they show whole seconds. */
function eventsOf({ players: two }, ...more) {
  const clocks = [5 * minutes - 40_000, 5 * minutes - 62_000];
  const events = [
    {
      type: 'start',
      ...terms,
      setup: {},
      players: two,
      perMove: false,
      lagCredit: 0,
      awayLimit: 60_000,
      mostFaults: 0,
      classic: false,
      contest: '',
    },
    ...moves.map((uci, i) => ({ type: 'move', side: i % 2, move: { uci }, used: 4000 })),
    { type: 'chat', player: two[0], text: 'Hello! The Najdorf, of course.' },
    { type: 'chat', player: two[1], text: 'What else? Have fun.' },
    ...more,
  ];
  return events.map((event, i) => ({ ...event, number: i + 1, time: now, clocks }));
}

/** The points of the club league's players against each other; null if they have not met. */
const crosstable = [
  [null, 1, 0.5, 1],
  [0, null, 1, 0.5],
  [0.5, 0, null, null],
  [0, 0.5, null, null],
];
const leaguePlayers = ['Ann', 'Bruno', 'Chidi', 'Magdalena'];
const league = {
  name: 'Club league',
  kind: 'roundRobin',
  organiser: 'Ann',
  stage: 'running',
  round: 3,
  rounds: 3,
  winner: null,
  expires: null,
  table: leaguePlayers.map((player, i) => ({
    rank: i + 1,
    player,
    points: crosstable[i].reduce((sum, points) => sum + (points ?? 0), 0),
    wins: crosstable[i].filter((points) => points === 1).length,
    draws: crosstable[i].filter((points) => points === 0.5).length,
    losses: crosstable[i].filter((points) => points === 0).length,
    byes: 0,
    buchholz: 4 - i,
    sonnebornBerger: [3, 1.5, 1.25, 0.75][i],
    direct: 0,
    left: false,
  })),
  crosstable,
  games: [
    ['Ann', 'Bruno', 1, 0, 'resignation'],
    ['Bruno', 'Chidi', 2, 0, 'timeout'],
    ['Magdalena', 'Ann', 2, 1, 'resignation'],
    ['Chidi', 'Ann', 3, null, 'draw agreed'],
    ['Bruno', 'Magdalena', 3, null, 'draw agreed'],
  ].map(([first, second, round, winner, ending], i) => ({
    id: `c${i}`,
    players: [first, second],
    round,
    winner,
    ending,
    reason: ending,
  })),
  ...terms,
};
const ratingOf = (rating, games) => ({
  rating,
  deviation: 45 + Math.round(200 / games),
  games,
  provisional: games < 10,
});
const profile = {
  name: 'Bruno',
  bot: false,
  owner: null,
  registered: iso(60 * 24 * 200),
  ratings: { chess: ratingOf(1640, 124), chess960: ratingOf(1571, 6) },
  games: finished.filter(({ players: two }) => two.includes('Bruno')),
};
const ratings = {
  live: [
    ['Yuki', 1692, 210],
    ['Magdalena', 1639, 33],
    ['Chidi', 1586, 78],
    ['Bruno', 1533, 124],
    ['Ann', 1480, 52],
  ].map(([player, rating, games]) => ({ player, ...ratingOf(rating, games) })),
  bots: [
    ['Stork', '2.1', 640, 2105, 24],
    ['Crane', '0.9', 412, 1870, 31],
  ].map(([player, version, games, elo, margin]) => ({ player, version, games, elo, margin })),
};

const resources = {
  contests,
  'contests/Club league': league,
  'players/Bruno': profile,
  'ratings/chess': ratings,
  games: { finished },
  house,
  'games/g1': { events: eventsOf(listed[0]) },
  'games/g2': { events: eventsOf(listed[1]) },
  'games/draw-offered': { events: eventsOf(listed[0], { type: 'drawOffered', side: 1 }) },
};

const answers = {
  hello: () => ({ type: 'welcome', name: 'Ann', games: ['g1'], offers: [], serverTime: now }),
  ping: () => ({ type: 'pong', serverTime: now }),
  watchLobby: () => ({ type: 'lobby', offers, games: listed, players }),
  contests: () => ({ type: 'contests', contests }),
  blocked: () => ({ type: 'blocked', players: [] }),
};

/** Answers in the page's context whatever it asks of an arena. */
export async function standInForArena(context) {
  await context.addInitScript(() => {
    localStorage['kibitz.arena'] = JSON.stringify({ name: 'Ann', token: 'x' });
  });
  await context.route('**/arena/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const asked = decodeURIComponent(pathname.split('/arena/')[1]);
    const found = resources[asked];
    return route.fulfill({ status: found ? 200 : 404, json: found ?? { error: 'not found' } });
  });
  await context.routeWebSocket(/\/arena$/, (socket) => {
    const send = (message) => socket.send(JSON.stringify(message));
    socket.onMessage((text) => {
      const { id, type, game } = JSON.parse(text);
      send({ type: 'ok', ...answers[type]?.(), id });
      if (type !== 'watch') return;
      for (const event of resources[`games/${game}`]?.events ?? [])
        send({ type: 'event', game, event });
      if (game === 'g1') send({ type: 'spectators', game, count: 2 });
    });
  });
}
