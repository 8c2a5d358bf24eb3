// How much a variant differs from the page as it was, with the interval, over time.
import { type CoursePoint, reachOf } from '../experiment';
import { dateText, words } from '../words';

interface Props {
  title: string;
  course: readonly CoursePoint[];
  text: (value: number) => string;
  verdict: string;
}

const width = 300;
const height = 120;

export function EffectGraph({ title, course, text, verdict }: Props) {
  const w = words.value;
  const last = course.at(-1);
  const reach = reachOf(course);
  const [begin, end] = [course[0]?.time ?? 0, last?.time ?? 0];
  const x = ({ time }: CoursePoint) => (end > begin ? (width * (time - begin)) / (end - begin) : 0);
  const y = (value: number) =>
    (height / 2) * (1 - Math.max(-1, Math.min(1, reach ? value / reach : 0)));
  const at = (point: CoursePoint, value: number) => `${x(point).toFixed(1)} ${y(value).toFixed(1)}`;
  const band = [
    ...course.map((point) => at(point, point.interval[1])),
    ...course.toReversed().map((point) => at(point, point.interval[0])),
  ].join('L');
  const line = course.map((point) => at(point, point.difference)).join('L');
  const day = (seconds: number) => dateText(new Date(seconds * 1000).toISOString());
  return (
    <figure class="graph effect">
      <figcaption>
        <h3>{title}</h3>
        <p>{verdict}</p>
      </figcaption>
      {last ? (
        <>
          <svg
            viewBox={`0 0 ${width} ${height}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={w.effectLabel(
              title,
              text(last.difference),
              last.interval.map(text).join(' … '),
            )}
          >
            <path class="band" d={`M${band}Z`} />
            <path class="grid" d={`M0 0H${width}M0 ${height}H${width}`} />
            <path class="zero" d={`M0 ${height / 2}H${width}`} />
            <path d={`M${line}`} />
          </svg>
          <div class="scale" aria-hidden="true">
            <span>{day(begin)}</span>
            <span>{w.fromTo(text(-reach), text(reach))}</span>
            <span>{day(end)}</span>
          </div>
        </>
      ) : (
        <p class="about">{w.nobodySettled}</p>
      )}
    </figure>
  );
}
