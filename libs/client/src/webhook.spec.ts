import { Webhook } from 'standardwebhooks';
import { signWebhook, verifyWebhook } from './index.js';

const secret = `whsec_${Buffer.from('a secret of thirty-two characters').toString('base64')}`;
const other = `whsec_${Buffer.from('another one of thirty-two letters').toString('base64')}`;
const body = JSON.stringify({ event: 'inventory_brand.added', data: { brand_id: 1, name: 'Cà phê' } });
const event = JSON.parse(body);

describe('verifyWebhook', () => {
  it('takes what Standard Webhooks signs, as text and as bytes', async () => {
    const now = new Date();
    const signature = new Webhook(secret).sign('evt_1', now, body);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': `${Math.floor(now.getTime() / 1_000)}`,
      'webhook-signature': signature,
    };
    expect(await verifyWebhook({ secret, headers, body })).toEqual(event);
    expect(await verifyWebhook({ secret, headers: new Headers(headers), body: Buffer.from(body) })).toEqual(event);
    const upper = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]));
    expect(await verifyWebhook({ secret: [other, secret], headers: upper, body })).toEqual(event);
  });

  it('takes one of two signatures while a secret is rotated', async () => {
    const headers = await signWebhook({ secret: [other, secret], body });
    expect(await verifyWebhook({ secret, headers, body })).toEqual(event);
  });

  it.each([
    ['another body', { body: `${body} ` }],
    ['another secret', { secret: other }],
    ['another id', { headers: { 'webhook-id': 'evt_2' } }],
    ['no id', { headers: { 'webhook-id': undefined } }],
    ['no signature', { headers: { 'webhook-signature': '' } }],
    ['a signature of another version', { headers: { 'webhook-signature': 'v2,AAAA' } }],
    ['a signature that is not base64', { headers: { 'webhook-signature': 'v1,%%%' } }],
    ['a time that is no number', { headers: { 'webhook-timestamp': 'now' } }],
  ])('refuses %s', async (_, { headers, ...change }: { headers?: object; body?: string; secret?: string }) => {
    const given = { ...(await signWebhook({ secret, body })), ...headers };
    await expect(verifyWebhook({ secret, body, ...change, headers: given })).rejects.toMatchObject({
      name: 'StockbookError',
      code: 'unverified_webhook',
      status: 400,
    });
  });

  it.each([-301, 301])('refuses a delivery that is %i seconds from now, unless that is tolerated', async (seconds) => {
    const timestamp = Math.floor(Date.now() / 1_000) + seconds;
    const headers = await signWebhook({ secret, body, timestamp });
    await expect(verifyWebhook({ secret, headers, body })).rejects.toMatchObject({ code: 'unverified_webhook' });
    expect(await verifyWebhook({ secret, headers, body, tolerance: 600 })).toEqual(event);
  });

  it('says that a secret is none', async () => {
    const headers = await signWebhook({ secret, body });
    await expect(verifyWebhook({ secret: 'whsec_', headers, body })).rejects.toThrow('is whsec_ and base64');
  });
});

test('signWebhook signs what Standard Webhooks takes', async () => {
  const headers = await signWebhook({ secret, body });
  expect(new Webhook(secret).verify(body, headers)).toEqual(event);
});
