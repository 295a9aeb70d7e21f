import * as contracts from '@stockbook/contracts';
import { StartFault } from '@stockbook/process';

const { services } = contracts;
const topics = contracts.topicsOf(contracts.eventsIn(contracts)).sort();

export function serviceOf(text: string): contracts.Service {
  const service = services.find((name) => name === text);
  if (service) return service;
  throw new StartFault(`There is no service ${text}; the services are ${services.join(', ')}.`);
}

export function topicOf(text: string): string {
  if (topics.includes(text)) return text;
  throw new StartFault(`There is no topic ${text}; the topics are ${topics.join(', ')}.`);
}

/** Reads an RFC 3339 time. */
export function timeOf(text: string): Date {
  const time = new Date(text);
  const isWhole = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text);
  if (isWhole && !Number.isNaN(time.getTime())) return time;
  throw new StartFault(`The time must be written like 2026-11-01T00:00:00Z, not '${text}'.`);
}

export const eventsOf = (count: number): string => (count === 1 ? '1 event' : `${count} events`);
