// The records that the README's order refers to.

/**
 * Fills an account by calls to the services, whose STOCKBOOK_SECRET_KEYS prove them; `hostOf` says where each service
 * is reached.
 */
export async function fillAccount(account_id, secretKeys, hostOf) {
  const { SecretKeys } = await import('@stockbook/auth');
  const { remoteServices, addressesOf } = await import('@stockbook/rpc');
  const { openLog } = await import('@stockbook/process');
  const { fillWithDemoData } = await import('../../../libs/standalone/dist/demo/demo-data.js');
  const ports = { sales: 3001, inventory: 3002, settings: 3003, integration: 3004 };
  const places = Object.entries(ports).map(([name, port]) => [
    `${name.toUpperCase()}_ADDRESS`,
    `${hostOf(name)}:${port}`,
  ]);
  const trust = { proofs: SecretKeys.parse(secretKeys).proofsOf('calls') };
  const services = remoteServices(addressesOf(Object.fromEntries(places)), trust, openLog('verify', 'warn'));
  await fillWithDemoData(services, account_id);
  services.close();
}
