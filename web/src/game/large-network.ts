// The engine begins with its small network, which is there soon. The large one plays better and takes 4 MB to fetch:
// it follows when the engine is in use and the page has come to rest, unless that would be costly for the user.
import { loadNetwork } from 'kibitz';
import { signal } from '@preact/signals';

/** Whether it has come and the engine may change to it. */
export const hasLargeNetwork = signal(false);

let hasCome = false;
let keepers = 0;
const offer = () => {
  if (hasCome && keepers === 0) hasLargeNetwork.value = true;
};

/** The engine keeps its network until the function that this returns is called: what it finds is to be compared. */
export function keepNetwork(): () => void {
  ++keepers;
  return () => {
    --keepers;
    offer();
  };
}

const millisecondsToRest = 2000;
const slowConnections = ['slow-2g', '2g', '3g'];

// Not every browser tells.
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

function isCostly(): boolean {
  const { connection } = navigator as { connection?: Connection };
  return Boolean(connection?.saveData || slowConnections.includes(connection?.effectiveType ?? ''));
}

/** Fetches it a little later. If that fails, the small network stays until the page is opened again. */
export function fetchLargeNetwork(): void {
  if (isCostly()) return;
  setTimeout(() => {
    loadNetwork('large').then(
      () => {
        hasCome = true;
        offer();
      },
      () => {},
    );
  }, millisecondsToRest);
}

/** What the large network searches in the time of the small one, as a share of its nodes (docs/experiments.md N89). */
const speed = 0.7;

/** A number of nodes that takes the same time with whichever network the engine has. */
export const nodesInTheTimeOf = (nodesOfSmallNetwork: number): number =>
  hasLargeNetwork.peek() ? Math.round(nodesOfSmallNetwork * speed) : nodesOfSmallNetwork;
