/** Stops the servers that the global setups started. */
export default () => Promise.all((globalThis.stopTestServers ?? []).splice(0).map((stop) => stop()));
