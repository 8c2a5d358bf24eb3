// What the server answers about an experiment, with one change or several.

interface Arm {
  /** Those whose time for the goal has passed. */
  visitors: number;
  mean: number;
  /** Everybody who has been seen. */
  soFar: { visitors: number; reached: number };
}

export interface Comparison {
  /** Its name, where there are several. */
  variant?: string;
  verdict: 'open' | 'variant' | 'control' | 'none';
  goal: {
    goal: string;
    control: Arm;
    variant: Arm;
    difference: number;
    /** What is left of the difference once what was known of visitors before is taken into account. */
    adjusted?: { difference: number; explained: number };
    interval: [number, number] | null;
  };
  forecast?: { visitors: number; days?: number };
}

export interface CoursePoint {
  visitors: number;
  time: number; // seconds since 1970
  difference: number;
  interval: [number, number];
}

export interface ExperimentReport extends Partial<Comparison> {
  measure: 'rate' | 'mean';
  started: number; // seconds since 1970
  waiting: number;
  splitIsWrong: boolean;
  winner?: string;
  variants?: Comparison[];
  /** By variant; the only change has no name. Totals that were kept have none. */
  course?: Record<string, CoursePoint[]>;
}

/** Each variant beside the page as it was. Totals of the first version may lack what is shown. */
export function comparisonsOf(report: ExperimentReport): Comparison[] {
  const all = report.variants ?? [report as Comparison];
  return all.filter(({ goal }) => goal?.variant?.soFar && goal.control?.soFar);
}

/** How far the graph of a course goes to both sides: the first intervals are very wide. */
export function reachOf(course: readonly CoursePoint[]): number {
  const later = course.slice(Math.floor(course.length / 2));
  return 1.25 * Math.max(0, ...later.flatMap(({ interval }) => interval.map(Math.abs)));
}
