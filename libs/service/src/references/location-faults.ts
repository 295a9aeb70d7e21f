import { type Call, type Fault, locationsReference, noReference, ownCall } from '@stockbook/contracts';
import type { Services } from '@stockbook/rpc';

/** Asks the inventory for a location that a field names; 0 and none name no location. */
export async function locationFaults(services: Services, call: Call, field: string, id = 0): Promise<Fault[]> {
  if (!id) return [];
  const { output } = await services.ask(locationsReference.get, ownCall(call, {}));
  return output.location_ids.includes(id) ? [] : [noReference(field, 'location', id)];
}
