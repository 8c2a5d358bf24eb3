// The worker of the endgames: it computes tables, which takes seconds, and says what they say.
import { Endgames } from 'kibitz/endgames';
import type { Asked, Request, Reply } from './endgame-protocol';

let endgames: Promise<Endgames> | undefined;
const loaded = () =>
  (endgames ??= Endgames.load().catch((error) => {
    endgames = undefined; // so that the next request tries again
    throw error;
  }));
const post = (reply: Reply) => postMessage(reply);

async function answer({ verb, args }: Asked): Promise<unknown> {
  const known = await loaded();
  switch (verb) {
    case 'drills':
      return known.drills();
    case 'prepare':
      return known.prepare(...args);
    case 'start':
      return known.start(...args);
    case 'look':
      return known.look(...args);
  }
}

addEventListener('message', async ({ data }: MessageEvent<Request>) => {
  try {
    post({ id: data.id, answer: await answer(data) });
  } catch (error) {
    post({ id: data.id, error: error instanceof Error ? error.message : String(error) });
  }
});
