declare global {
  var stopTestServers: (() => Promise<void>)[] | undefined;
  /** The environment of Jest runs it. */
  var atEndOfSpecFile: (() => Promise<void>) | undefined;
}

/** Runs after the specs of this process. A worker process exits instead: Jest gives it 0.5 s, and its teardown clears what it leaves. */
export function atEndOfWorker(step: () => Promise<void>): void {
  if (globalThis.stopTestServers) globalThis.stopTestServers.push(step);
  else process.on('removeListener', (event) => event === 'message' && process.exit());
}
