// Makes the page work offline. It also adds the headers that isolate the page, for hosts that do not
// send them, so that the engine can use threads.
//
// The build puts a name for this version in place of VERSION, so that a browser notices a new one.
const cacheName = 'kibitz-VERSION';

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then(async (cache) => {
        const files = await (await fetch('files.json', { cache: 'no-store' })).json();
        await cache.addAll(files);
      })
      .then(() => self.skipWaiting()),
  );
});

// Pages of the previous version may still be open, so its files stay until the next one.
self.addEventListener('activate', (event) => {
  const forget = async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('kibitz-'));
    const old = names.filter((name) => name !== cacheName).slice(0, -1);
    await Promise.all(old.map((name) => caches.delete(name)));
  };
  event.waitUntil(forget().then(() => self.clients.claim()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  const path = request.url.slice(self.registration.scope.length);
  if (/^(api|arena|experiments)\b/.test(path)) return; // live answers of the server
  event.respondWith(answer(request));
});

// A notification of the arena opens the place that it is about.
self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  const open = async () => {
    const [page] = await self.clients.matchAll({ type: 'window' });
    if (!page) return self.clients.openWindow(`./${notification.data}`);
    await page.focus();
    await page.navigate(new URL(notification.data, page.url));
  };
  event.waitUntil(open());
});

// Files named after their content never change; the page itself comes from the network if possible.
async function answer(request) {
  const cache = await caches.open(cacheName);
  const kept =
    (await cache.match(request, { ignoreSearch: true })) ??
    (await caches.match(request, { ignoreSearch: true }));
  if (kept && request.mode !== 'navigate') return isolated(kept);
  try {
    const fresh = await fetch(request);
    if (fresh.ok) await cache.put(request.url.split(/[?#]/)[0], fresh.clone());
    return isolated(fresh);
  } catch (error) {
    if (kept) return isolated(kept);
    throw error;
  }
}

function isolated(response) {
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set('Cross-Origin-Opener-Policy', 'same-origin');
  headers.set('Cross-Origin-Embedder-Policy', 'require-corp');
  headers.set('Cross-Origin-Resource-Policy', 'cross-origin');
  return new Response(response.body, { status: response.status, headers });
}
