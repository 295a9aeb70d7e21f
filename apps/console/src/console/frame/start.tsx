import { Navigate } from '@tanstack/react-router';
import { useMyself } from '../api/rights.js';
import { NotFound } from './route-states.js';
import { sectionsOf } from './sections.js';

/** Leads to the first section that the user may read. */
export function Start() {
  const [first] = sectionsOf(useMyself());
  return first ? <Navigate to={first.to} replace /> : <NotFound />;
}
