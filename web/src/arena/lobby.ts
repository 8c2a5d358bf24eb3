// The lobby: players, offers and games, and the challenges to the user.
import { computed, effect, signal } from '@preact/signals';
import { load, save } from '../settings/storage';
import { showError } from '../shell/notices';
import { arenaCalls } from '../shell/navigation';
import { Refusal, on, onConnect, request, status } from './connection';
import { me, onWelcome } from './identity';
import { notify } from './notifications';
import { goTo, linkTo, place } from './place';
import {
  type ContestListing,
  type GameKind,
  gameKinds,
  type Listing,
  type Offer,
  type PlayerHere,
  type Request,
  type Side,
  type Terms,
  type ServerMessages,
} from './protocol';
import { words } from './words';

type ById<Value> = ReadonlyMap<string, Value>;
const seeks = signal<ById<Offer>>(new Map());
/** The user's own seeks, links and challenges. */
const mine = signal<ById<Offer>>(new Map());
const toMe = signal<ById<Offer>>(new Map());
const games = signal<ById<Listing>>(new Map());
const players = signal<ById<PlayerHere>>(new Map());

export const openSeeks = computed(() =>
  [...seeks.value.values()].filter(({ from }) => from !== me.value),
);
export const myOffers = computed(() => [...mine.value.values()]);
export const challenges = computed(() => [...toMe.value.values()]);
export const liveGames = computed(() => [...games.value.values()]);
export const playersHere = computed(() => [...players.value.values()]);
/** Known for players who are here and have played rated games of that kind. */
export const ratingOf = (name: string, game: GameKind): number | undefined =>
  players.value.get(name)?.ratings[game];
export const myGames = computed(() =>
  liveGames.value.filter((game) => game.players.includes(me.value ?? '')),
);

/** The user's last game that has ended here; a challenge on its terms asks for a rematch. */
const lastGame = signal<Listing | null>(null);
export const isRematch = ({ from, game, base, increment }: Offer): boolean =>
  lastGame.value?.players.includes(from) === true &&
  lastGame.value.game === game &&
  lastGame.value.base === base &&
  lastGame.value.increment === increment;
/** "Ann challenges you", or that she wants a rematch. */
export const challengeText = (offer: Offer): string =>
  isRematch(offer) ? words.value.wantsRematch(offer.from) : words.value.challenges(offer.from);

const add = <Value>(all: { value: ById<Value> }, id: string, one: Value) =>
  (all.value = new Map(all.value).set(id, one));
function remove<Value>(all: { value: ById<Value> }, id: string): void {
  if (!all.value.has(id)) return;
  const rest = new Map(all.value);
  rest.delete(id);
  all.value = rest;
}
const byId = <Value extends { id: string }>(all: Value[]): ById<Value> =>
  new Map(all.map((one) => [one.id, one]));

// --- The terms that the user prefers

export interface Wish extends Terms {
  side: Side | null;
  /** How far an opponent's rating may be from the user's; 0 for any. */
  range: number;
  /** A rating in the user's own word, for as long as they have none. */
  strength: number;
}
/** What newcomers can say of themselves, from the weakest on. */
export const strengths = [750, 1200, 1600, 2000] as const;
const usual: Wish = {
  game: 'chess',
  base: 300_000,
  increment: 3_000,
  rated: false,
  side: null,
  range: 0,
  strength: strengths[0],
};

const isWish = (value: unknown): value is Wish => {
  const one = value as Wish | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    gameKinds.includes(one.game) &&
    Number.isFinite(one.base) &&
    Number.isFinite(one.increment) &&
    Number.isFinite(one.range) &&
    (one.strength === undefined || Number.isFinite(one.strength)) &&
    typeof one.rated === 'boolean' &&
    (one.side === null || one.side === 0 || one.side === 1)
  );
};
export const wish = signal<Wish>({ ...usual, ...load('wish', isWish) });
effect(() => save('wish', wish.value));
export const prefer = (change: Partial<Wish>) => (wish.value = { ...wish.value, ...change });

const termsOf = ({ game, base, increment, rated, side }: Wish) => ({
  game,
  base,
  increment,
  rated,
  ...(side !== null && { side }),
});

// --- What the rest of the page shows of it

effect(() => void (arenaCalls.value = challenges.value.length + myGames.value.length));
effect(() => {
  if (status.value === 'connected') save('playing', myGames.value.length > 0);
});

// --- Requests

const play = (id: string | undefined): void => void (id !== undefined && goTo('game', id));

type Seek = Extract<Request, { type: 'seek' }>;
// Seeks end with the connection; those that still wait are made again after a reconnection.
const seekMessages = new Map<string, Seek>();

export async function seek(myRating: number | null): Promise<void> {
  const { range, strength } = wish.value;
  const bounds =
    range > 0 && myRating !== null
      ? { lowestRating: myRating - range, highestRating: myRating + range }
      : {};
  await makeSeek({ type: 'seek', ...termsOf(wish.value), ...bounds, strength });
}

async function makeSeek(message: Seek): Promise<void> {
  const answer = await request(message);
  if (answer.game) return play(answer.game);
  seekMessages.set(answer.offer!, message);
  await remember(answer.offer!);
}

/** Creates an offer that anybody with its link can accept, and returns its id. */
export async function makeLink(): Promise<string> {
  const { offer } = await request({ type: 'link', ...termsOf(wish.value) });
  await remember(offer!);
  return offer!;
}

export async function challenge(
  to: string,
  terms: Terms & { side?: Side | null; setup?: object },
): Promise<void> {
  const { game, base, increment, rated, side, setup } = terms;
  const answer = await request({
    type: 'challenge',
    to,
    game,
    base,
    increment,
    rated,
    ...(side != null && { side }),
    ...(setup && { setup }),
  });
  if (answer.game) play(answer.game);
  else if (answer.offer) await remember(answer.offer).catch(() => {}); // a bot may have accepted already
}

export async function accept(id: string): Promise<void> {
  const { game } = await request({ type: 'accept', offer: id });
  remove(toMe, id);
  play(game);
}
export async function decline(id: string): Promise<void> {
  remove(toMe, id);
  await request({ type: 'decline', offer: id });
}
export async function cancel(id: string): Promise<void> {
  remove(mine, id);
  await request({ type: 'cancel', offer: id });
}
export async function show(id: string): Promise<Offer> {
  return (await request<'offer'>({ type: 'showOffer', offer: id })).offer;
}
export async function contests(): Promise<ContestListing[]> {
  return (await request<'contests'>({ type: 'contests' })).contests;
}
async function remember(id: string): Promise<void> {
  add(mine, id, await show(id));
}

/** Removes the offers that have been accepted. */
async function prune(): Promise<void> {
  for (const id of mine.value.keys())
    await show(id).catch((error) => error instanceof Refusal && remove(mine, id));
}

// --- Messages from the server

onWelcome(({ name, offers }) => {
  const waiting = [...mine.value.keys()].flatMap((id) => seekMessages.get(id) ?? []);
  seekMessages.clear();
  mine.value = byId(offers.filter(({ from }) => from === name));
  toMe.value = byId(offers.filter(({ to }) => to === name));
  waiting.forEach((message) => void makeSeek(message).catch(showError));
});

function see({ offers, games: played, players: here }: ServerMessages['lobby']): void {
  seeks.value = byId(offers);
  games.value = byId(played);
  players.value = new Map(here.map((one) => [one.name, one]));
}
onConnect(async () => see(await request<'lobby'>({ type: 'watchLobby' })));
// A client that was too slow to read all updates receives the whole lobby again.
on('lobby', see);

on('offer', ({ offer }) => {
  if (offer.from === me.value) add(mine, offer.id, offer);
  if (offer.kind === 'seek') add(seeks, offer.id, offer);
  else if (offer.to === me.value) {
    add(toMe, offer.id, offer);
    notify(challengeText(offer), linkTo('lobby'));
  }
});
on('offerGone', ({ offer }) => [seeks, mine, toMe].forEach((all) => remove(all, offer)));
on('declined', ({ offer }) => {
  const to = mine.value.get(offer)?.to;
  remove(mine, offer);
  if (to) showError(words.value.declinesGame(to));
});
on('game', ({ game }) => {
  add(games, game.id, game);
  if (!game.players.includes(me.value ?? '')) return;
  void prune();
  notify(words.value.versus(...game.players), linkTo('game', game.id));
  const { kind, name } = place.value;
  const isBusy = kind === 'game' && myGames.value.some(({ id }) => id === name && id !== game.id);
  if (!isBusy) goTo('game', game.id);
});
on('gameGone', ({ game }) => {
  const ended = games.value.get(game);
  if (ended?.players.includes(me.value ?? '')) lastGame.value = ended;
  remove(games, game);
});
on('player', ({ player }) => add(players, player.name, player));
on('playerGone', ({ player }) => remove(players, player));
