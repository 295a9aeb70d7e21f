import { type Fault, Refused } from '@stockbook/contracts';

const stopping: Fault = {
  code: 'unavailable',
  message: 'The gateway is stopping; the same request can be repeated safely.',
};

/** Ends the requests that wait for events when the gateway stops, so that they do not hold up its drain. */
export class Stopping {
  private readonly waiting = new Set<() => void>();
  private isStopping = false;

  begin(): void {
    this.isStopping = true;
    for (const refuse of this.waiting) refuse();
  }

  end<T>(answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const refuse = () => reject(new Refused(stopping));
      if (this.isStopping) refuse();
      this.waiting.add(refuse);
      answer.then(resolve, reject).finally(() => this.waiting.delete(refuse));
    });
  }
}
