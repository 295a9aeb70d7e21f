import { sampleOf } from './sample.js';
import { TEST_DATA, TEST_EVENT, webhookSections } from '../integration/webhook-events.js';

const EVENT_ID = '0198c1f0-5a5e-7c3b-9d1e-2f4a6b8c0d1e';

/** Returns an example body of each event, with cost, which only endpoints that may view cost get. */
export const webhookExamples = (): Readonly<Record<string, object>> =>
  Object.fromEntries([
    ...webhookSections.flatMap(({ fact, events }) =>
      events.map((event) => [event, exampleBody(event, 1, sampleOf(fact.record))]),
    ),
    [TEST_EVENT, exampleBody(TEST_EVENT, 0, TEST_DATA)],
  ]);

const exampleBody = (event: string, sequence: number, record: object): object => ({
  event,
  type: event,
  event_id: EVENT_ID,
  timestamp: '2026-03-01T08:15:30.000Z',
  sequence,
  domain: 'acme',
  data: { ...record, previous: {} },
});
