// Makes one signed call, typed by what openapi-typescript generates; `npm run verify:clients` compiles and runs it.
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { components, paths } from './stockbook.js';

type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Body<P extends keyof paths> = Json<paths[P]['post']['requestBody']>;
type Answer<P extends keyof paths> = Json<paths[P]['post']['responses'][200]>;
type Fields<P extends keyof paths> = Omit<Body<P>, keyof components['schemas']['Authentication']>;

const [, , file = ''] = process.argv;
const { url, domain, api_key, api_secret } = JSON.parse(readFileSync(file, 'utf8'));

async function call<P extends keyof paths>(path: P, fields: Fields<P>): Promise<Answer<P>> {
  const auth_timestamp = Math.floor(Date.now() / 1_000);
  const text = JSON.stringify({ domain, api_key, auth_timestamp, auth_signature: '', ...fields });
  const signature = createHmac('sha256', api_secret).update(`${path}\n${text}`).digest('hex');
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: text.replace('"auth_signature":""', `"auth_signature":"${signature}"`),
  });
  if (response.status !== 200) throw new Error(await response.text());
  return response.json();
}

const { total, brands } = await call('/inventory/brand/get', { filter_name: 'clay', strict: true });
const names: readonly string[] = brands.map(({ name }) => name);
console.log(`${total}: ${names.join()}`);
