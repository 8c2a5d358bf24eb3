// A network between the page and a server, for tests: a TCP proxy that can go silent, lose what passes or end
// it at either end, as tunnels, routers and closed lids do.
import { connect, createServer } from 'node:net';

/**
 * Passes everything on to a server at an address, until it is told otherwise.
 * @param target such as http://127.0.0.1:8080/
 */
export async function openProxy(target) {
  const { hostname, port } = new URL(target);
  const links = new Set();
  let isSilent = false;
  let isClosed = false;
  let opened = 0;

  function link(browser) {
    ++opened;
    if (isClosed) return browser.resetAndDestroy();
    const server = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    const one = { browser, server };
    links.add(one);
    for (const [from, to] of [
      [browser, server],
      [server, browser],
    ]) {
      // A socket that does not flow tells nothing of what comes, not even that the other side has ended.
      if (isSilent) from.pause();
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        links.delete(one);
        if (!to.destroyed) to.end();
      });
      from.setNoDelay();
    }
    if (isSilent) both(one, (socket) => socket.pause());
  }
  const both = ({ browser, server }, act) => [browser, server].forEach(act);
  const listener = createServer({ allowHalfOpen: true }, link);
  await new Promise((done) => listener.listen(0, '127.0.0.1', done));

  return {
    address: `http://127.0.0.1:${listener.address().port}/`,
    /** How many connections were opened, answered or not. */
    opened: () => opened,
    /** Nothing arrives any more, and nobody is told; what is under way arrives after `release`. */
    hold() {
      isSilent = true;
      for (const one of links) both(one, (socket) => socket.pause());
    },
    release() {
      isSilent = false;
      for (const one of links) both(one, (socket) => socket.resume());
    },
    /** The connections that are there say nothing ever again; new ones are as good as any. */
    bury() {
      for (const one of links) both(one, (socket) => socket.removeAllListeners('data').resume());
    },
    /** Ends them as a router does that has forgotten them (RST). */
    reset() {
      for (const one of links) both(one, (socket) => socket.resetAndDestroy());
    },
    /** Ends them in an orderly way, as seen from one end (FIN). */
    end(side) {
      for (const one of links) one[side].end();
    },
    /** Whether new connections are refused. */
    refuse(yes) {
      isClosed = yes;
    },
    close: () =>
      new Promise((done) => {
        for (const one of links) both(one, (socket) => socket.destroy());
        listener.close(done);
      }),
  };
}
