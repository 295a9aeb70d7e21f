import { Navigate } from '@tanstack/react-router';
import { useMyself } from '../api/rights.js';
import { NotFound } from './route-states.js';
import { SECTIONS } from './sections.js';

/** Leads to the first section that the user may read. */
export function Start() {
  const { mayRead } = useMyself();
  const first = SECTIONS.find(({ resource }) => mayRead(resource));
  return first ? <Navigate to={first.to} replace /> : <NotFound />;
}
