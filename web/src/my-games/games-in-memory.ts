// The user's games as the library's worker has them in memory: a database, and which stored game is which of
// its games.
import type { OwnGames, KeptSide } from 'kibitz/database';
import type { Color } from 'kibitz';
import type { Removed } from './library-protocol';
import { isPlayedHere, sideByNames, sideOf, type GameRecord, type KeptReview } from './record';
import type { Content, Place, PlacedReview, StoredGame } from './store';

/** A segment has at most so many; an import that is cut off loses no more. */
export const gamesOfSegment = 16_384;
/** More than any segment can have, so that a place becomes one number. */
const placesOfSegment = 65_536;

/** Games in segments have negative ids, those that are stored by themselves the ids of their records. */
const idOf = ({ segment, game }: Place): number => -(segment * placesOfSegment + game + 1);
const placeOf = (id: number): Place => ({
  segment: Math.floor((-id - 1) / placesOfSegment),
  game: (-id - 1) % placesOfSegment,
});
const isInSegment = (id: number) => id < 0;

const keptSide = (record: GameRecord): KeptSide =>
  record.side ?? (isPlayedHere(record) ? 'nobody' : 'by_names');

export class GamesInMemory {
  readonly records = new Map<number, GameRecord>();
  private reviews: PlacedReview[];
  /** How many games each segment has. */
  sizes: number[];
  /** Of the games that are stored by themselves, in the order in which the database has them, their ids. */
  private readonly kept: number[] = [];

  constructor(
    readonly database: OwnGames,
    content: Content,
  ) {
    this.sizes = content.sizes;
    this.reviews = content.reviews;
    database.clear();
    for (const [at, bytes] of content.segments.entries()) database.put(at, bytes);
    for (const { segment, game } of content.deleted) database.hide(segment, game, true);
    for (const record of content.records)
      this.keep({ record, pgn: content.pgns.get(record.id) ?? '' });
  }

  /** Adds a game that is stored by itself, or puts it in the place of the one that it was. */
  keep({ record, pgn }: StoredGame): void {
    this.dropKept(record.id);
    const place = this.database.keep(pgn, keptSide(record));
    if (place === null) return; // nothing that could be shown
    this.kept[place] = record.id;
    this.records.set(record.id, record);
  }

  private dropKept(id: number): void {
    if (!this.records.delete(id)) return;
    const place = this.kept.lastIndexOf(id);
    this.database.drop(place);
    delete this.kept[place];
  }

  /** The database has the game with that id no more, or again. */
  setRemoved({ id, stored }: Removed, isRemoved: boolean): void {
    if (isInSegment(id)) {
      const { segment, game } = placeOf(id);
      this.database.hide(segment, game, isRemoved);
    } else if (isRemoved) this.dropKept(id);
    else if (stored) this.keep(stored);
  }

  /** Where a game of a segment is; null for one that is stored by itself. */
  place(id: number): Place | null {
    return isInSegment(id) ? placeOf(id) : null;
  }

  /** The id of the game with a number of the database's. */
  idOf(number: number): number {
    let rest = number - 1;
    for (const [segment, size] of this.sizes.entries()) {
      if (rest < size) return idOf({ segment, game: rest });
      rest -= size;
    }
    return this.kept[rest]!;
  }

  /** The number of a game of a segment. */
  numberOf({ segment, game }: Place): number {
    const before = this.sizes.slice(0, segment).reduce((sum, size) => sum + size, 0);
    return before + game + 1;
  }

  /** The user's side in a game. */
  sideOf(id: number, players: { white: string; black: string }, names: string[]): Color | null {
    const record = this.records.get(id);
    return record ? sideOf(record, names) : sideByNames(players, names);
  }

  setReview(placed: PlacedReview): void {
    const isThis = ({ segment, game }: Place) => segment === placed.segment && game === placed.game;
    this.reviews = [...this.reviews.filter((one) => !isThis(one)), placed];
  }

  /** All reviews, each with the user's side in the game. */
  allReviews(names: string[]): { side: Color | null; review: KeptReview }[] {
    const placed = this.reviews.map((one) => ({
      side: sideByNames(one, names),
      review: one.review,
    }));
    const kept = [...this.records.values()].flatMap((record) =>
      record.review ? [{ side: sideOf(record, names), review: record.review }] : [],
    );
    return [...placed, ...kept];
  }
}
