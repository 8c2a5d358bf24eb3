// The statistics of the user's games: results, rating, openings, mistakes.
import type { Color } from 'kibitz';
import { ResultsBar } from '../design/ResultsBar';
import { words as pageWords } from '../words';
import { statistics } from './listing';
import { ownNames } from './library';
import { gamesOf, type RatingPoint, type Statistics, type Tally } from './statistics';
import { words } from './words';

export function StatisticsOfGames() {
  const w = words.value;
  const known = statistics.value;
  if (!known || known.games === 0) return null;
  return (
    <section class="panel statistics" aria-label={w.parts.statistics}>
      <h3>{w.parts.statistics}</h3>
      {(['white', 'black'] as const).map((side) => (
        <OwnResults key={side} side={side} tally={known.own[side]} />
      ))}
      <label>
        {w.ownNames}
        <input
          value={ownNames.value}
          spellcheck={false}
          onChange={(event) => (ownNames.value = event.currentTarget.value)}
        />
      </label>
      <h4>{w.rating}</h4>
      <Rating points={known.rating} />
      <h4>{w.openings}</h4>
      <Openings openings={known.openings} />
      <h4>{w.mistakes}</h4>
      <Mistakes reviewed={known.reviewed} />
    </section>
  );
}

function OwnResults({ side, tally }: { side: Color; tally: Tally }) {
  const w = words.value;
  return (
    gamesOf(tally) > 0 && (
      <p class="own-results">
        <span>
          {w.as[side]} <small>{w.games(gamesOf(tally))}</small>
        </span>
        <TallyBar {...tally} />
      </p>
    )
  );
}

/** The user's wins are on the left, whatever the colour. */
function TallyBar({ won, drawn, lost }: Tally) {
  return (
    <ResultsBar
      parts={[
        ['won', won],
        ['draws', drawn],
        ['lost', lost],
      ]}
      label={words.value.tally(won, drawn, lost)}
    />
  );
}

const graphHeight = 40;
const leastSpan = 100; // rating points, so that small changes look small

function Rating({ points }: { points: readonly RatingPoint[] }) {
  const w = words.value;
  if (points.length === 0) return <p class="about">{w.noRating}</p>;
  const ratings = points.map(({ rating }) => rating);
  const [first, last] = [ratings[0]!, ratings.at(-1)!];
  const [least, most] = [Math.min(...ratings), Math.max(...ratings)];
  const middle = (least + most) / 2;
  const span = Math.max(leastSpan, most - least);
  const x = (i: number) => (i / Math.max(1, ratings.length - 1)) * 100;
  const y = (rating: number) => graphHeight * (0.5 - ((rating - middle) / span) * 0.9);
  const line = ratings.map((rating, i) => `${x(i).toFixed(2)},${y(rating).toFixed(2)}`).join(' ');
  return (
    <>
      <p>{w.ratingNow(last, points.length)}</p>
      {points.length > 1 && (
        <svg
          class="rating-graph"
          viewBox={`0 0 100 ${graphHeight}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={w.ratingGraph(first, last, least, most)}
        >
          <polyline points={line} />
        </svg>
      )}
    </>
  );
}

function Openings({ openings }: Pick<Statistics, 'openings'>) {
  const w = words.value;
  if (openings.length === 0) return <p class="about">{w.noOpenings}</p>;
  return (
    <ul class="tallies">
      {openings.map(({ opening, side, ...tally }) => (
        <li key={`${side} ${opening}`}>
          <span>
            {pageWords.value.openingName(opening)}{' '}
            <small>
              {w.as[side]}, {w.games(gamesOf(tally))}
            </small>
          </span>
          <TallyBar {...tally} />
        </li>
      ))}
    </ul>
  );
}

function Mistakes({ reviewed }: Pick<Statistics, 'reviewed'>) {
  const w = words.value;
  if (!reviewed) return <p class="about">{w.noReviews}</p>;
  return (
    <>
      <p>{w.reviewed(reviewed.games, Math.round(reviewed.accuracy))}</p>
      <ul class="mistake-counts">
        {reviewed.mistakes.map(({ motif, count }) => (
          <li key={motif}>
            {(motif && w.motifs[motif]) || w.otherMotif} <b>{w.times(count)}</b>
          </li>
        ))}
      </ul>
    </>
  );
}
