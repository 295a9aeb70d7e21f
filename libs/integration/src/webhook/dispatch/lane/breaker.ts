// The breaker is written by hand: its state is stored and moves with its endpoint to other replicas, while a library's
// breaker wraps the calls of one process.

/** The recent attempts of an endpoint, by which the breaker opens; times are of this process's clock. */
export interface Health {
  /** Counts consecutive failures. */
  failures: number;
  window_start: Date;
  window_attempts: number;
  window_failures: number;
  /** The breaker is open until then, and half-open from then on until an attempt succeeds. */
  open_until: Date | null;
  open_s: number;
}

const MOST_FAILURES = 10;
const WINDOW_MS = 300_000;
const [FEWEST_ATTEMPTS, MOST_SHARE] = [10, 0.7];
const [FIRST_OPEN_S, LAST_OPEN_S] = [30, 300];
const JITTER = 0.2;

/** Notes an attempt, and returns whether the breaker has just opened. */
export function noteAttempt(health: Health, isSuccess: boolean, now = new Date()): boolean {
  if (now.getTime() - health.window_start.getTime() > WINDOW_MS)
    Object.assign(health, { window_start: now, window_attempts: 0, window_failures: 0 });
  health.window_attempts++;
  if (isSuccess) {
    // A success of the probe closes it; earlier failures do not count again.
    if (health.open_until) Object.assign(health, { window_attempts: 1, window_failures: 0 });
    Object.assign(health, { failures: 0, open_until: null, open_s: 0 });
    return false;
  }
  health.failures++;
  health.window_failures++;
  if (isOpen(health, now)) return false;
  const isBad = health.failures >= MOST_FAILURES || isMostlyFailing(health);
  if (!isBad && !health.open_until) return false;
  health.open_s = Math.min(health.open_s * 2 || FIRST_OPEN_S, LAST_OPEN_S);
  health.open_until = new Date(now.getTime() + health.open_s * 1_000 * (1 + JITTER * Math.random()));
  return true;
}

/** Forgets earlier failures after the endpoint was enabled again. */
export function closeBreaker(health: Health): void {
  Object.assign(health, { failures: 0, window_attempts: 0, window_failures: 0, open_until: null, open_s: 0 });
}

/** Times are ms from now, because replicas and the database have clocks of their own. */
export interface StoredHealth extends Omit<Health, 'open_until' | 'window_start'> {
  readonly open_for_ms: number | null;
  readonly window_age_ms: number;
}

export function healthOf(stored: StoredHealth): Health {
  const { failures, window_attempts, window_failures, open_s, open_for_ms, window_age_ms } = stored;
  const window_start = new Date(Date.now() - window_age_ms);
  const open_until = open_for_ms === null ? null : new Date(Date.now() + open_for_ms);
  return { failures, window_attempts, window_failures, open_s, window_start, open_until };
}

export const storedHealth = ({ open_until, window_start, ...health }: Health): StoredHealth => ({
  ...health,
  open_for_ms: open_until && open_until.getTime() - Date.now(),
  window_age_ms: Date.now() - window_start.getTime(),
});

export const isOpen = ({ open_until }: Pick<Health, 'open_until'>, now = new Date()): boolean =>
  open_until !== null && open_until > now;

const isMostlyFailing = ({ window_attempts, window_failures }: Health): boolean =>
  window_attempts >= FEWEST_ATTEMPTS && window_failures >= window_attempts * MOST_SHARE;
