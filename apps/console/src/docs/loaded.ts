import { use } from 'react';

const loading = new Map<string, Promise<unknown>>();

/** Waits for a module of the content; each is loaded once. */
export function useLoaded<T>(name: string, load: () => Promise<{ readonly default: T }>): T {
  let promise = loading.get(name) as Promise<T> | undefined;
  if (!promise) {
    promise = load().then((module) => module.default);
    promise.catch(() => loading.delete(name));
    loading.set(name, promise);
  }
  return use(promise);
}
