/** Callers during a lookup share the next one: no answer is older than its question. */
export class SharedLookups<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  ask(name: string, look: () => Promise<T>): Promise<T> {
    const running = this.running.get(name);
    if (!running) return this.begin(name, look);
    const known = this.next.get(name);
    if (known) return known;
    const begin = () => this.begin(name, look);
    const next = running.then(begin, begin);
    this.next.set(name, next);
    return next;
  }

  private begin(name: string, look: () => Promise<T>): Promise<T> {
    this.next.delete(name);
    const running = look().finally(() => this.running.get(name) === running && this.running.delete(name));
    this.running.set(name, running);
    return running;
  }
}
