// The arena with the parts that stand on it: points, and what the operator tries out. Each is fetched when it
// is opened.
import { Arena } from '../arena/views/Arena';
import { lazily } from '../design/lazily';

export { connect } from '../arena/connection';

const parts = {
  points: lazily(async () => (await import('../points/views/Points')).Points),
  experiments: lazily(async () => (await import('../experiments/Experiments')).Experiments),
};

export const Places = () => <Arena parts={parts} />;
