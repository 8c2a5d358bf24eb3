// Games from other sites through the server, where its operator allows that.
import { fetchPaths, type SiteAddress } from './addresses';

/** The server lets a client begin a download every two seconds. */
const millisecondsBetween = 2_200;
const statusNotFound = 404;

export class FetchError extends Error {}

async function isAllowed(): Promise<boolean> {
  try {
    const answer = await fetch('api/fetch');
    return answer.ok && ((await answer.json()) as { allowed?: unknown }).allowed === true;
  } catch {
    return false; // a static host, or no network
  }
}

/**
 * The games of an address as PGN, part by part; null if the server may not or cannot fetch it. Parts
 * that the site does not have, such as a month without games, are left out.
 */
export async function fetchGames(
  address: SiteAddress,
): Promise<AsyncGenerator<{ pgn: string; share: number }> | null> {
  const paths = fetchPaths(address, new Date());
  return paths.length > 0 && (await isAllowed()) ? partsOf(paths) : null;
}

async function* partsOf(paths: readonly string[]) {
  let found = 0;
  for (const [done, path] of paths.entries()) {
    if (done > 0) await new Promise((resolve) => setTimeout(resolve, millisecondsBetween));
    const answer = await fetch(`api/fetch/${path}`);
    if (answer.ok) {
      ++found;
      yield { pgn: await answer.text(), share: (done + 1) / paths.length };
    } else if (answer.status !== statusNotFound) throw new FetchError(await reasonOf(answer));
  }
  if (found === 0) throw new FetchError('notThere');
}

const reasonOf = async (answer: Response): Promise<string> =>
  String(((await answer.json().catch(() => ({}))) as { code?: unknown }).code ?? '');
