/** Stops the PostgreSQL server that the global setup started. */
export default () => globalThis.stopTestServer?.();
