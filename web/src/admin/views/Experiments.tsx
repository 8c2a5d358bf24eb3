// A/B tests: those of the file and those that were started, what they show, and what is done with them.
import { useSignal } from '@preact/signals';
import { command } from '../connection';
import { type Comparison, comparisonsOf, type ExperimentReport } from '../experiment';
import { useAnswer } from '../useAnswer';
import { dateText, numberText, refusalText, shareText, words } from '../words';
import { Ask, type Question } from './Ask';
import { EffectGraph } from './EffectGraph';

interface Listed {
  name: string;
  state: 'planned' | 'running' | 'stopped' | 'kept';
  visitors: number;
  /** What pages call its changes; there are none on a player of the house. */
  changes?: string[];
  /** The change that everybody gets. */
  shipped?: string;
}

const order = { running: 0, stopped: 1, planned: 2, kept: 3 };

export function Experiments() {
  const w = words.value;
  const list = useAnswer<Listed[]>('experiment', { action: 'list' });
  const experiments = list.value?.toSorted((a, b) => order[a.state] - order[b.state]) ?? [];
  const waiting = list.refused
    ? refusalText(list.refused)
    : list.value
      ? w.noExperiments
      : w.loading;
  if (!experiments.length) return <p role="status">{waiting}</p>;
  return (
    <>
      {experiments.map((one) => (
        <ExperimentCard key={one.name} experiment={one} onDone={list.again} />
      ))}
    </>
  );
}

function ExperimentCard({ experiment, onDone }: { experiment: Listed; onDone: () => void }) {
  const w = words.value;
  const { name, state, visitors, changes = [], shipped } = experiment;
  const question = useSignal<Question | null>(null);
  const ask = (title: string, text: string, action: string, fields: object = {}) => {
    question.value = {
      title,
      text,
      run: async () => {
        await command('experiment', { action, name, ...fields });
        onDone();
        return undefined;
      },
    };
  };
  return (
    <article class="panel experiment" aria-labelledby={`experiment-${name}`}>
      <header class="row">
        <h2 id={`experiment-${name}`}>{name}</h2>
        <span class={`tag ${state === 'running' ? 'here' : ''}`}>{w.experimentStates[state]}</span>
        {shipped && <span class="tag here">{w.everybodyGets(shipped)}</span>}
        <span class="soft">{w.visitorsSeen(visitors, numberText(visitors))}</span>
      </header>
      {state !== 'planned' && <Outcome name={name} />}
      <div class="row">
        {state === 'planned' && (
          <button
            type="button"
            onClick={() => ask(w.startExperiment, w.asks.startExperiment(name), 'start')}
          >
            {w.startExperiment}
          </button>
        )}
        {(state === 'running' || shipped) && (
          <button
            type="button"
            onClick={() => ask(w.stopExperiment, w.asks.stopExperiment(name), 'stop')}
          >
            {w.stopExperiment}
          </button>
        )}
        {state === 'stopped' && (
          <button
            type="button"
            onClick={() => ask(w.keepExperiment, w.asks.keepExperiment(name), 'keep')}
          >
            {w.keepExperiment}
          </button>
        )}
        {changes
          .filter((change) => change !== shipped)
          .map((change) => (
            <button
              type="button"
              key={change}
              onClick={() => ask(w.ship(change), w.asks.ship(change), 'ship', { variant: change })}
            >
              {w.ship(change)}
            </button>
          ))}
      </div>
      {question.value && <Ask question={question.value} onClose={() => (question.value = null)} />}
    </article>
  );
}

function Outcome({ name }: { name: string }) {
  const w = words.value;
  const answer = useAnswer<ExperimentReport>('experiment', {
    action: 'report',
    name,
    course: true,
  });
  const report = answer.value;
  if (!report)
    return <p role="status">{answer.refused ? refusalText(answer.refused) : w.loading}</p>;
  const comparisons = comparisonsOf(report);
  return (
    <>
      <p>
        {w.startedOn(dateText(new Date(report.started * 1000).toISOString()))}{' '}
        {report.waiting > 0 && w.waitingVisitors(numberText(report.waiting))}
      </p>
      {report.splitIsWrong && (
        <p class="wrong" role="alert">
          {w.splitIsWrong}
        </p>
      )}
      {report.winner && <p class="verdict">{w.winnerIs(report.winner)}</p>}
      <div class="graphs">
        {comparisons.map((one) => (
          <Compared key={one.variant ?? ''} comparison={one} report={report} />
        ))}
      </div>
    </>
  );
}

interface ComparedProps {
  comparison: Comparison;
  report: ExperimentReport;
}

/** One variant beside the page as it was. */
function Compared({ comparison, report }: ComparedProps) {
  const w = words.value;
  const { goal, verdict, forecast, variant } = comparison;
  const isRate = report.measure === 'rate';
  const amount = (value: number) => (isRate ? shareText(value) : numberText(value));
  const { soFar: there } = goal.variant;
  const { soFar: base } = goal.control;
  const all = there.visitors + base.visitors;
  const share = all ? shareText(there.visitors / all) : '–';
  return (
    <section class="compared">
      <EffectGraph
        title={variant ?? w.effect}
        course={report.course?.[variant ?? ''] ?? []}
        text={amount}
        verdict={w.verdicts[verdict]}
      />
      <dl class="counts">
        <Figure
          name={w.exposures}
          value={`${numberText(there.visitors)} / ${numberText(base.visitors)}`}
        />
        <Figure name={w.split} value={share} />
        <Figure
          name={w.goalReached(goal.goal)}
          value={`${numberText(there.reached)} / ${numberText(base.reached)}`}
        />
        <Figure
          name={isRate ? w.settledShare : w.settledMean}
          value={`${amount(goal.variant.mean)} / ${amount(goal.control.mean)}`}
        />
        <Figure
          name={
            goal.adjusted ? w.adjustedDifference(shareText(goal.adjusted.explained)) : w.difference
          }
          value={
            goal.interval
              ? `${amount(goal.adjusted?.difference ?? goal.difference)} (${goal.interval.map(amount).join(' … ')})`
              : '–'
          }
        />
        <Figure
          name={w.forecast}
          value={forecast ? w.forecastText(numberText(forecast.visitors), forecast.days) : '–'}
        />
      </dl>
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
