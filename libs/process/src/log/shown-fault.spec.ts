import { openLog } from './log.js';
import { OperatorError } from '../operator-error.js';
import { faultLines, shownFault } from './shown-fault.js';

const SECRET = 'whsec_9f8a7b';
const secretly = (fields: object, message = `invalid input syntax for type uuid: "${SECRET}"`) =>
  Object.assign(new Error(message), fields);

test('an error of PostgreSQL is shown by its names, and not by its texts', () => {
  const names = { code: '23505', severity: 'ERROR', schema: 'sales', table: 'sale_order', constraint: 'order_key' };
  const texts = {
    detail: SECRET,
    hint: SECRET,
    where: SECRET,
    internalQuery: SECRET,
    query: SECRET,
    parameters: [SECRET],
  };
  const shown = shownFault(secretly({ ...names, routine: 'check', statement: 'add_order', ...texts }));
  expect(shown).toMatchObject({ name: 'Error', ...names, routine: 'check', statement: 'add_order' });
  expect(shown).not.toHaveProperty('message');
  expect(shown.stack).toContain('shown-fault.spec.ts');
  expect(JSON.stringify(shown)).not.toContain(SECRET);
});

test('a name field with anything but a name is left out', () => {
  expect(shownFault(secretly({ code: `Bearer ${SECRET}`, table: `"${SECRET}"` }))).not.toHaveProperty('code');
});

test('a message that looks like frames is no part of the stack', () => {
  const shown = shownFault(secretly({}, `at\n    at ${SECRET} (x.ts:1:1)`));
  expect(shown.stack).toContain('shown-fault.spec.ts');
  expect(shown.stack).not.toContain(SECRET);
});

test('causes and the parts of an AggregateError are shown likewise, and a cycle ends', () => {
  const cycle = secretly({ code: 'EPIPE' });
  cycle.cause = new AggregateError([secretly({ code: 'ECONNRESET' }), SECRET, cycle], SECRET);
  const shown = shownFault(new OperatorError('Events wait.', { cause: cycle }));
  expect(shown).toMatchObject({ name: 'OperatorError', message: 'Events wait.' });
  expect(shown.cause).toMatchObject({ code: 'EPIPE', cause: { name: 'AggregateError' } });
  expect(shown.cause?.cause?.errors).toMatchObject([{ code: 'ECONNRESET' }, { name: 'string' }, { code: 'EPIPE' }]);
  expect(JSON.stringify(shown)).not.toContain(SECRET);
  expect(faultLines(cycle)).not.toContain(SECRET);
});

test('a line holds listed fields and constant sentences only', () => {
  const lines: string[] = [];
  const log = openLog('test', 'warn', { write: (line) => lines.push(line) });
  const fields = { account_id: 7, email: SECRET, err: secretly({ code: '22P02' }) };
  log.child({ service: 'sales' }).error(fields, 'request failed');
  // @ts-expect-error A computed text may hold a value.
  log.warn({}, `request of ${fields.email.length}`);
  // @ts-expect-error Such a field is not in the list.
  log.warn({ email: SECRET }, 'request failed');
  expect(JSON.parse(lines[0]!)).toMatchObject({
    service: 'sales',
    account_id: 7,
    err: { code: '22P02' },
    msg: 'request failed',
  });
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain(SECRET);
});
