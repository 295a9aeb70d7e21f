import { useSyncExternalStore } from 'react';
import { onOtherSession } from './session.js';

/**
 * Holds the work that a user has begun and that goes on while other pages are open. The browser asks before it closes
 * the tab while the work runs. The work ends with the session of its user.
 */
export class UserWork<T extends { readonly isRunning: boolean }> {
  private current: T | undefined;
  private readonly listeners = new Set<() => void>();

  constructor() {
    onOtherSession(this.forget);
  }

  readonly use = (): T | undefined => useSyncExternalStore(this.listen, () => this.current);

  readonly forget = (): void => this.show(undefined);

  /** Shows a work. The function that it returns changes it; it returns false once the work is no longer shown. */
  begin(own: T): (fields: Partial<T>) => boolean {
    this.show(own);
    return (fields) => {
      if (!this.isShown(own)) return false;
      own = { ...own, ...fields };
      this.show(own);
      return true;
    };
  }

  isShown(work: T): boolean {
    return this.current === work;
  }

  private show(next: T | undefined): void {
    this.current = next;
    if (next?.isRunning) addEventListener('beforeunload', this.holdPage);
    else removeEventListener('beforeunload', this.holdPage);
    for (const listener of this.listeners) listener();
  }

  private readonly listen = (listener: () => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  private readonly holdPage = (event: BeforeUnloadEvent): void => event.preventDefault();
}
