import { eventually, failure, ok, openShop, orderOf, type Shop, type TestUser, World } from '@stockbook/testing';
import { INVOICE_TEMPLATE } from './example-template.js';

let world: World;
let user: TestUser;
let shop: Shop;
beforeAll(async () => {
  world = await World.shared();
});
beforeEach(async () => {
  user = await world.account();
  shop = await openShop(user);
});

const api = (who = user) => who.api.extension.module.invoice;
type Render = Parameters<ReturnType<typeof api>['render']>[0];
const addTemplate = async (template: string) => ok(await api().add({ name: 'Invoice', template })).invoice_template_id;
const mugs = { item_id: 0, name: 'Mug', quantity: 2, price: 10 };
const addOrder = async (others: object = {}) =>
  ok(await user.api.sale.order.add(orderOf(shop, [mugs], others))).order.order_id;
const render = async (request: Render, who = user) => ok(await api(who).render(request));

const NUMBER = '{{invoice.number}}';

test('an order is an invoice with the company, its lines, totals and taxes, as HTML and as PDF', async () => {
  await addTemplate(INVOICE_TEMPLATE);
  ok(await user.api.setting.company.edit({ name: 'Hearth & Söhne', tax_no: 'X-1', address: 'Main Street 1' }));
  const totals = [
    { code: 'shipping.flat', name: 'Shipping', price: 5, sort_order: 1 },
    { code: 'tax.3', name: 'VAT', price: 2.5, sort_order: 2 },
  ];
  const included = [
    { code: 'tax.4', name: 'Levy', price: 1.2, sort_order: 2 },
    { code: 'tax_included.4', name: 'Levy', price: -1.2, sort_order: 2 },
  ];
  const order = orderOf(shop, [{ ...mugs, totals: included }], { firstname: '<Ada>', totals, total: 27.5 });
  const { order_id } = ok(await user.api.sale.order.add(order)).order;
  const html = await render({ order_id });
  expect(html).toMatchObject({ invoice_no: 1, series: '', format: 'html', file_name: 'invoice-1.html' });
  const text = html.content.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
  expect(text).toContain('Hearth &amp; Söhne');
  expect(text).toContain('&lt;Ada&gt;');
  expect(text).toContain('1 Mug 2 10.00 20.00');
  expect(text).toContain('Goods 20.00 Shipping 5.00 VAT 2.50 Levy (included) 1.20 Total USD 27.50');
  const pdf = await render({ order_id, format: 'pdf' });
  expect(pdf).toMatchObject({ invoice_no: 1, content_type: 'application/pdf', file_name: 'invoice-1.pdf' });
  expect(Buffer.from(pdf.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-');
});

test('a credit note has a series of its own, unless one is given', async () => {
  await addTemplate(
    `${NUMBER}{{#is_credit_note}} of order {{document.order_id}}: {{#lines}}{{name}}{{/lines}}{{/is_credit_note}}`,
  );
  const order_id = await addOrder();
  const { credit_note_id } = ok(
    await user.api.sale.credit_note.add({ order_id, products: [{ name: 'Mug', quantity: 1 }] }),
  );
  expect((await render({ credit_note_id })).content).toBe(`CN-1 of order ${order_id}: Mug`);
  expect((await render({ order_id, series: 'A' })).content).toBe('A-1');
  expect(await render({ order_id: await addOrder() })).toMatchObject({ content: '1', series: '' });
  expect(await render({ order_id, series: 'A' })).toMatchObject({ invoice_no: 1, series: 'A' });
  const refused = failure(await api().render({ order_id, series: 'B' }));
  expect(refused.error).toEqual([`The order ${order_id} has a number of the series "A" already.`]);
  expect(failure(await api().render({ order_id, series: 'a b' })).error_details).toMatchObject([{ field: 'series' }]);
});

test('20 renders of one order at a time have one number, those of 20 orders have 20 without a gap', async () => {
  await addTemplate(NUMBER);
  const order_id = await addOrder();
  const same = await Promise.all(Array.from({ length: 20 }, () => render({ order_id })));
  expect(new Set(same.map(({ invoice_no, content }) => `${invoice_no} ${content}`))).toEqual(new Set(['1 1']));
  const orders = await Promise.all(Array.from({ length: 20 }, () => addOrder()));
  const others = await Promise.all(orders.map((each) => render({ order_id: each })));
  expect(others.map(({ invoice_no }) => invoice_no).sort((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, i) => i + 2),
  );
  for (const { invoice_no, content } of others) expect(content).toBe(String(invoice_no));
});

test('a render that fails, a dry run, and an order in two series at a time leave no gap', async () => {
  const faulty = await addTemplate('{{#lines}}');
  const template = await addTemplate(NUMBER);
  const [first, second] = [await addOrder(), await addOrder()];
  const refused = failure(await api().render({ order_id: first, invoice_template_id: faulty }));
  expect(refused.error?.[0]).toMatch(
    new RegExp(`^Invoice template ${faulty} cannot be read: Unclosed section "lines"`),
  );
  const dry = ok(await api().render({ order_id: first, invoice_template_id: template, dry_run: true }));
  expect(dry).toMatchObject({ invoice_no: 1, content: '1' });
  const request = { order_id: first, invoice_template_id: template };
  const both = await Promise.all(['A', 'B'].map((series) => api().render({ ...request, series })));
  expect(both.filter(({ error }) => !error)).toHaveLength(1);
  const rest = { order_id: second, invoice_template_id: template };
  const taken = await render({ ...rest, order_id: first });
  const other = taken.series === 'A' ? 'B' : 'A';
  expect(await render({ ...rest, series: other })).toMatchObject({ invoice_no: 1, series: other });
});

test('an invoice needs a template that is enabled, and a living document', async () => {
  const order_id = await addOrder();
  expect((await api().render({ order_id })).error).toEqual(['There is no enabled invoice template.']);
  const invoice_template_id = await addTemplate(NUMBER);
  ok(await api().edit({ invoice_template_id, status: false }));
  expect((await api().render({ order_id })).error).toEqual(['There is no enabled invoice template.']);
  expect(await render({ order_id, invoice_template_id })).toMatchObject({ content: '1' });
  expect((await api().render({})).error).toEqual(['order_id or credit_note_id is required.']);
  ok(await user.api.sale.order.delete({ order_id }));
  expect((await api().render({ order_id, invoice_template_id })).error).toEqual([`There is no order ${order_id}.`]);
});

test('a user who may read an order may render it, within their channel groups', async () => {
  await addTemplate(NUMBER);
  const order_id = await addOrder();
  const group = async (channels: number[]) =>
    ok(await user.api.setting.channel_group.add({ name: 'x', channels })).channel_group_id;
  const rights = { access: ['extension/module/invoice', 'sale/order'], modify: [] };
  const [seen, hidden] = [await group([shop.channel_id]), await group([])];
  expect(await render({ order_id }, await world.colleague(user, { ...rights, channel_groups: [seen] }))).toMatchObject({
    invoice_no: 1,
  });
  const limited = await world.colleague(user, { ...rights, channel_groups: [hidden] });
  expect((await api(limited).render({ order_id })).error).toEqual([`There is no order ${order_id}.`]);
  const clerk = await world.colleague(user, { ...rights, access: ['extension/module/invoice'] });
  expect((await api(clerk).render({ order_id })).error).toEqual(['The user may not access sale/order.']);
  const reader = await world.colleague(user, rights);
  expect((await api(reader).render({ credit_note_id: 1 })).error).toEqual([
    'The user may not access sale/credit_note.',
  ]);
});

test('a template sees neither cost nor what lies outside of the document, and every value is escaped', async () => {
  const names = [
    'cost',
    'document.cost',
    'constructor',
    '__proto__',
    'lines.constructor',
    'invoice.toString',
    'lines.0',
  ];
  const tags = names.flatMap((name) => [`{{${name}}}`, `{{{${name}}}}`, `{{#${name}}}shown{{/${name}}}`]);
  await addTemplate(
    `[${tags.join('')}{{#lines}}{{cost}}{{average_cost}}{{/lines}}{{> partial}}]` +
      '{{{document.firstname}}}{{&document.lastname}}',
  );
  const line = { ...mugs, cost: 7.77 };
  const order = orderOf(shop, [line], { firstname: '<b>', lastname: `"'` });
  const { order_id } = ok(await user.api.sale.order.add(order)).order;
  expect((await render({ order_id })).content).toBe('[]&lt;b&gt;&quot;&#39;');
});

test('a template that takes too long or makes too much is refused, while others are rendered', async () => {
  const other = await world.account();
  const otherShop = await openShop(other);
  ok(await other.api.extension.module.invoice.add({ name: 'x', template: NUMBER }));
  const { order_id } = ok(await other.api.sale.order.add(orderOf(otherShop, [mugs]))).order;
  const products = Array.from({ length: 1_000 }, () => mugs);
  const large = ok(await user.api.sale.order.add(orderOf(shop, products))).order.order_id;
  const nested = (inner: string) => `{{#lines}}{{#lines}}{{#lines}}${inner}{{/lines}}{{/lines}}{{/lines}}`;
  const slow = await addTemplate(nested(''));
  const long = await addTemplate(nested(`{{name}}${'-'.repeat(10_000)}`));
  const requests = [slow, long].map((invoice_template_id) => api().render({ order_id: large, invoice_template_id }));
  expect(await render({ order_id }, other)).toMatchObject({ content: '1' });
  const answers = await Promise.all(requests);
  expect(answers.map((answer) => answer.error)).toEqual([
    [`Invoice template ${slow} takes longer than 5 s for this document.`],
    [`Invoice template ${long} makes more than 5 MB of this document.`],
  ]);
});

test('the lines and totals of a credit note add up to its total', async () => {
  const order_id = await addOrder();
  const fee = { code: 'fee', name: 'Fee', price: -1, sort_order: 1 };
  const invoice_template_id = await addTemplate('{{subtotal}}{{#totals}} {{name}} {{price}}{{/totals}} = {{total}}');
  const rendered = async (terms: object) => {
    const products = [{ name: 'Mug', quantity: 2, price: 3 }];
    const note = { order_id, products, totals: [fee], allow_over_credit: true, ...terms };
    const { credit_note_id } = ok(await user.api.sale.credit_note.add(note));
    return (await render({ credit_note_id, invoice_template_id })).content;
  };
  expect(await rendered({})).toBe('6.00 Fee -1.00 = 5.00');
  expect(await rendered({ total: 4.5 })).toBe('6.00 Fee -1.00 Adjustment -0.50 = 4.50');
});

test('1,000 lines are a PDF', async () => {
  const invoice_template_id = await addTemplate(INVOICE_TEMPLATE);
  const products = Array.from({ length: 1_000 }, () => mugs);
  const { order_id } = ok(await user.api.sale.order.add(orderOf(shop, products))).order;
  const request = { order_id, invoice_template_id, format: 'pdf' } as const;
  // The limit is that of a clock, and other specs may have all of the cores.
  await eventually(async () => !(await api().render(request)).error, 60_000);
});

test('without an answer of sales nothing is rendered, and no number is taken', async () => {
  await addTemplate(NUMBER);
  const order_id = await addOrder();
  const asked = () => api().render({ order_id });
  const refused = failure(await world.whileLocked('sales', 'LOCK TABLE sales.sale_order', asked));
  expect(refused.error_details).toMatchObject([{ code: 'timeout' }]);
  expect(await render({ order_id })).toMatchObject({ invoice_no: 1 });
});
