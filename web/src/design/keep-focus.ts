// Leads the focus on when what had it goes: the button that opened something else in its place, or a
// view that is left. Without it, keyboard and screen reader would be at the top of the page again.

const focusable =
  'button:not(:disabled), a[href], input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]:not([tabindex="-1"])';
/** What is to be read next: the marked element that came, else the main button, else any. */
const landings = ['[data-landing]', '.primary:not(:disabled)', focusable];
const boardSquare = '.board [tabindex="0"]';

const isShown = (element: HTMLElement) => element.getClientRects().length > 0;

function landingIn(box: Element): HTMLElement | undefined {
  for (const selector of landings) {
    const found = [...box.querySelectorAll<HTMLElement>(selector)].find(isShown);
    if (found) return found;
  }
  return undefined;
}

/** The next sensible element, in the nearest surroundings that are still there. */
function next(lost: HTMLElement, around: readonly Element[]): HTMLElement | undefined {
  const board = () => document.querySelector<HTMLElement>(boardSquare) ?? undefined;
  // Who typed moves goes on with the board.
  if (around.some((one) => one.matches('.typed')) && board()) return board();
  const box = around.find(
    (one) => one.isConnected && one !== lost && !one.matches('main, #app, body, html, .layout'),
  );
  return (
    (box && landingIn(box)) ??
    landingIn(document.querySelector('main .panel') ?? document.body) ??
    board()
  );
}

/** Until the returned function is called. */
export function keepFocus(): () => void {
  let last: HTMLElement | null = null;
  let around: Element[] = [];
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = target;
    around = [];
    for (let one: Element | null = target.parentElement; one; one = one.parentElement)
      around.push(one);
  };
  // A press on nothing takes the focus away, as the user may want.
  const isGone = (element: HTMLElement) =>
    !element.isConnected || element.matches(':disabled') || !isShown(element);
  const lead = () => {
    if (!last || document.activeElement !== document.body || !isGone(last)) return;
    next(last, around)?.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(lead);
  watcher.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'open'],
  });
  addEventListener('focusin', note);
  return () => {
    watcher.disconnect();
    removeEventListener('focusin', note);
  };
}
