// The records that the README's order refers to.

/** Fills an account by calls to the services; `hostOf` says where each of them is reached. */
export async function fillAccount(account_id, hostOf) {
  const { remoteServices, addressesOf } = await import('@stockbook/rpc');
  const { openLog } = await import('@stockbook/process');
  const { fillWithDemoData } = await import('../../../libs/standalone/dist/demo/demo-data.js');
  const ports = { sales: 3001, inventory: 3002, settings: 3003, integration: 3004 };
  const places = Object.entries(ports).map(([name, port]) => [
    `${name.toUpperCase()}_ADDRESS`,
    `${hostOf(name)}:${port}`,
  ]);
  const services = remoteServices(addressesOf(Object.fromEntries(places)), openLog('verify', 'warn'));
  await fillWithDemoData(services, account_id);
  services.close();
}
