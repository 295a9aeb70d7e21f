import { FieldComparison, type Use } from './field-comparison.js';
import type { ContractOutline, EventOutline, OperationOutline } from './outline.js';

/** The last release whose services used an operation or event, by its name. */
export type Retired = Readonly<Record<string, string>>;

const isInternal = (path: string) => path.startsWith('internal/');

/** Readers and writers of an internal message may be of either release. */
const BOTH_WAYS: Use = { acceptsReleased: true, servesReleased: true };

/** A retired name may be missing when the last release does not use it any more. */
export function incompatibilities(released: ContractOutline, current: ContractOutline, retired: Retired): string[] {
  const isRetired = (name: string) => name in retired && retired[name] !== released.release;
  const fields = new FieldComparison(released.classes, current.classes);
  const found: string[] = [];
  for (const [path, before] of Object.entries(released.operations)) {
    const after = current.operations[path];
    if (!after && !(isInternal(path) && isRetired(path))) found.push(`The operation ${path} is removed.`);
    if (!after) continue;
    found.push(...operationChanges(path, before, after));
    const [request, response]: Use[] = isInternal(path)
      ? [BOTH_WAYS, BOTH_WAYS]
      : [{ acceptsReleased: true }, { servesReleased: true }];
    fields.compare(before.request, after.request, `request of ${path}`, request!);
    fields.compare(before.response, after.response, `response of ${path}`, response!);
  }
  for (const [name, before] of Object.entries(released.events)) {
    const after = current.events[name];
    if (!after && !isRetired(name)) found.push(`The event ${name} is removed.`);
    if (!after) continue;
    found.push(...eventChanges(name, before, after));
    fields.compare(
      before.payload,
      after.payload,
      `event ${name}`,
      before.isFact ? { servesReleased: true } : BOTH_WAYS,
    );
  }
  released.common.forEach((name, place) => {
    fields.compare(name, current.common[place] ?? '', 'requests of all operations', { acceptsReleased: true });
  });
  return [...found, ...fields.sentences(), ...otherChanges(released, current)];
}

function operationChanges(path: string, before: OperationOutline, after: OperationOutline): string[] {
  const found: string[] = [];
  if (after.service !== before.service)
    found.push(`The operation ${path} moves from ${before.service} to ${after.service}, where callers do not ask yet.`);
  if (after.kind !== before.kind)
    found.push(`The operation ${path} is a ${after.kind}: in the last release it is a ${before.kind}.`);
  for (const right of after.rights.filter((each) => !before.rights.includes(each)))
    found.push(`The operation ${path} newly needs the right to ${right}.`);
  if (after.bodyLimit < before.bodyLimit)
    found.push(`The operation ${path} takes ${after.bodyLimit} bytes at most: before, ${before.bodyLimit}.`);
  if (before.replaysIdentical && !after.replaysIdentical)
    found.push(`The operation ${path} executes an identical request again instead of returning the first answer.`);
  return found;
}

function eventChanges(name: string, before: EventOutline, after: EventOutline): string[] {
  const found: string[] = [];
  if (after.topic !== before.topic)
    found.push(`The event ${name} moves from the topic ${before.topic} to ${after.topic}.`);
  if (after.version !== before.version)
    found.push(
      `The event ${name} has version ${after.version} instead of ${before.version}: add another kind of event.`,
    );
  if (before.isFact && !after.isFact) found.push(`The event ${name} is a fact no more: it lacks its record.`);
  return found;
}

function otherChanges(released: ContractOutline, current: ContractOutline): string[] {
  const webhooks = released.webhooks.filter((name) => !current.webhooks.includes(name));
  const faults = Object.entries(released.faults).flatMap(([code, status]) => {
    const now = current.faults[code];
    if (now === undefined) return [`The fault ${code} is removed.`];
    return now === status ? [] : [`The fault ${code} has the status ${now} instead of ${status}.`];
  });
  return [...webhooks.map((name) => `The webhook subscription ${name} is removed.`), ...faults];
}
