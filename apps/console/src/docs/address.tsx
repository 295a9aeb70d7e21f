import { type AnchorHTMLAttributes, useSyncExternalStore } from 'react';

/** The address of everything that the server serves. A proxy may have put a path of its own before it. */
export const SERVER = new URL(location.pathname.replace(/^(.*)\/docs(\/.*)?$/, '$1/'), location.origin);
const DOCS = `${SERVER.pathname}docs`;

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const changed = () => listeners.forEach((listener) => listener());
addEventListener('popstate', changed);

/** Returns where the reader is below /docs, as `guides/signing#traps`. */
const current = (): string =>
  decodeURI(location.pathname.slice(DOCS.length)).replace(/^\/|\/$/g, '') + decodeURI(location.hash);

export function useAddress(): { readonly path: string; readonly anchor: string } {
  const [path = '', anchor = ''] = useSyncExternalStore(subscribe, current).split('#');
  return { path, anchor };
}

export const hrefOf = (address: string): string =>
  /^https?:/.test(address) ? address : `${DOCS}${/^(#|$)/.test(address) ? '' : '/'}${address}`;

export function goTo(address: string): void {
  history.pushState(null, '', hrefOf(address));
  changed();
}

/** A link inside the documentation, or to the Internet. */
export function Link({ to, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement> & { readonly to: string }) {
  if (/^https?:/.test(to)) return <a href={to} rel="noreferrer" {...rest} />;
  const follow = (event: React.MouseEvent) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goTo(to);
  };
  return <a href={hrefOf(to)} onClick={follow} {...rest} />;
}
