import * as contracts from '@stockbook/contracts';
import { Option } from 'commander';
import { UsageFault } from './faults.js';

export const service = (description: string) => new Option('--service <service>', description).argParser(serviceOf);

const { services } = contracts;
const topics = contracts.topicsOf(contracts.eventsIn(contracts)).sort();

function serviceOf(text: string): contracts.Service {
  const service = services.find((name) => name === text);
  if (service) return service;
  throw new UsageFault(`There is no service ${text}; the services are ${services.join(', ')}.`);
}

export function topicOf(text: string): string {
  if (topics.includes(text)) return text;
  throw new UsageFault(`There is no topic ${text}; the topics are ${topics.join(', ')}.`);
}
