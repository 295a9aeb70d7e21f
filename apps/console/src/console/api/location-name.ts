import { useQuery } from '@tanstack/react-query';
import { itemQueries } from './items.js';
import { useMyself } from './rights.js';

/** Returns a function that names a location; users who may not read locations see its number. */
export function useLocationName(): (location_id: number) => string {
  const { mayRead } = useMyself();
  const { data = [] } = useQuery({ ...itemQueries.locations(), enabled: mayRead('inventory/location') });
  return (id) => data.find(({ location_id }) => location_id === id)?.name ?? String(id);
}
