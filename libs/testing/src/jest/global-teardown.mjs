/** Undoes the steps of the global setups, the last one first, even if one fails. */
export default async function tearDown() {
  const faults = [];
  for (const stop of (globalThis.stopTestServers ?? []).splice(0).reverse()) {
    await stop().catch((fault) => faults.push(fault));
  }
  if (faults.length) throw faults[0];
}
