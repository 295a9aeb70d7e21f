import { mayUse } from '@stockbook/auth/permissions';
import { queryClient } from './api/query-client.js';
import { settingQueries } from './api/settings.js';
import { router } from './routes.js';

/** A server that answers later than this is waited for in sight of the person. */
const PATIENCE_MS = 1_000;

/**
 * Loads what the first page cannot be shown without. React would show a spinner meanwhile, and keeps each spinner for
 * 300 ms.
 */
export async function loadFirstPage(): Promise<void> {
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([late, Promise.allSettled([router.load(), loadSettings()])]);
}

async function loadSettings(): Promise<void> {
  const { permission } = await queryClient.ensureQueryData(settingQueries.myself());
  if (mayUse(permission, 'setting/currency', 'read')) await queryClient.ensureQueryData(settingQueries.currencies());
}
