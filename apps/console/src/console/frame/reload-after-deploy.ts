const NAME = 'stockbook-reloaded';
/** A second fault within this time is none of a deploy. */
const ONCE_IN_MS = 60_000;

/** After a deploy an open page may name files that are gone; it loads the new ones, once. */
export function reloadAfterDeploy(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(NAME));
    if (Date.now() - last < ONCE_IN_MS) return;
    event.preventDefault();
    sessionStorage.setItem(NAME, String(Date.now()));
    location.reload();
  });
}
