import { setTimeout as delay } from 'node:timers/promises';
import { describeAnswer, type Gate } from './gate.js';
import { isSameAnswer, type Journal, type Write } from './journal.js';

const LIMIT_MS = 30_000;
const PAUSE_MS = 250;
const AT_ONCE = 8;

export interface Resolved {
  /** Requests that were done before, because their answer was stored. */
  done: number;
  /** Requests that the repetition has done. */
  doneNow: number;
  /** Requests that were not done, and are refused now. */
  refused: number;
  unresolved: number;
}

/** A refusal proves that the write was not done, because a done write replays its answer. */
export async function resolveUnknown(gate: Gate, journal: Journal): Promise<Resolved> {
  const resolved: Resolved = { done: 0, doneNow: 0, refused: 0, unresolved: 0 };
  const writes = journal.unknown.splice(0);
  const resolveNext = async () => {
    for (let write = writes.shift(); write; write = writes.shift()) resolved[await resolveOne(gate, journal, write)]++;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, resolveNext));
  journal.unknown.length = 0;
  return resolved;
}

async function resolveOne(gate: Gate, journal: Journal, write: Write): Promise<keyof Resolved> {
  const { path, text } = write;
  const answer = await answered(gate, path, text);
  // A timestamp that has expired by now is refused unless the answer is stored, so that proves as much.
  const { mayBe } = write;
  const mayBeNow: Write['mayBe'] = (span) => [
    ...(typeof mayBe === 'function' ? mayBe(span) : mayBe),
    'unauthenticated',
  ];
  const outcome = journal.take({ ...write, mayBe: mayBeNow }, answer);
  if (!answer || outcome === 'unknown') {
    journal.wrong.push(`${path} ${text} has no outcome: ${describeAnswer(answer)}`);
    return 'unresolved';
  }
  if (outcome === 'refused') return 'refused';
  const again = await answered(gate, path, text);
  const isSame = again?.status === answer.status && isSameAnswer(again.body, answer.body);
  if (!isSame) journal.wrong.push(`${path} ${text}: ${describeAnswer(answer)}, then ${describeAnswer(again)}`);
  return answer.headers.has('idempotent-replayed') ? 'done' : 'doneNow';
}

async function answered(gate: Gate, path: string, text: string) {
  for (const end = Date.now() + LIMIT_MS; ; await delay(PAUSE_MS)) {
    const answer = await gate.send(path, text);
    if ((answer && answer.status < 500) || Date.now() > end) return answer;
  }
}
