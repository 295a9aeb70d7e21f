import { type Caller, type Fault } from '@stockbook/contracts';
import { placementFaults, type Tx } from '@stockbook/persistence';
import { missingFaults } from '@stockbook/service';

/** 0 means all groups. */
export async function groupFaults(tx: Tx, caller: Caller, wanted: number, current?: number): Promise<Fault[]> {
  if (wanted === current) return [];
  const faults = placementFaults(caller, wanted);
  if (faults.length || !wanted) return faults;
  return missingFaults(tx, caller, 'channel group', [{ field: 'channel_group_id', value: wanted }]);
}
