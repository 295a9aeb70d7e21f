// The types of these modules are those of a browser.
const MODULES = ['session', 'user-work'].map((name) => `../../src/console/session/${name}.js`);
const page = new EventTarget();
const leavesFreely = () => page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('a work keeps its tab while it runs, and ends with the session of its user', async () => {
  Object.assign(globalThis, {
    location: { href: 'http://localhost/console/' },
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    sessionStorage: { getItem: () => null, setItem: () => undefined },
    BroadcastChannel: class extends EventTarget {
      postMessage() {}
    },
  });
  const [{ beginSession }, { UserWork }] = await Promise.all(MODULES.map((path) => import(path)));
  const key = await crypto.subtle.importKey('raw', Buffer.alloc(32, 1), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  const begin = (session: number, isLocked = false) =>
    beginSession({ domain: 'shop', apiKey: 'ada@shop', session, key, hasPin: true, isLocked }, false);

  await begin(1);
  const progress = new UserWork().begin({ isRunning: true });
  await begin(1, true);
  expect([progress({}), leavesFreely()]).toEqual([true, false]);
  await begin(2);
  expect([progress({}), leavesFreely()]).toEqual([false, true]);
});
