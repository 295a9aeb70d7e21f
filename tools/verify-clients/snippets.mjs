// Runs each file of examples/ over the vectors, a call whose answer is lost, and a delivery. A driver in the language
// calls the file:
//   driver signature PATH                    prints the signature of the body
//   driver verify SECRET NOW NAME=VALUE...   prints `verified`, or `refused: ` with the reason; NOW may be empty
//   driver call PATH                         prints the answer to the fields, or `refused: ` with the reason
// The body or the fields are standard input.
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { check, find, root, run, until } from '../verify-deploy/shell.mjs';

/** `checks` run before the driver; one whose tool is not installed is skipped. */
const languages = [
  {
    name: 'Python',
    files: ['stockbook.py', 'driver.py'],
    tools: ['python3'],
    checks: [],
    driver: ['python3', '-B', '-W', 'error', 'driver.py'],
  },
  {
    name: 'PHP',
    files: ['stockbook.php', 'driver.php'],
    tools: ['php'],
    checks: [],
    driver: ['php', '-d', 'error_reporting=-1', '-d', 'display_errors=stderr', 'driver.php'],
  },
  {
    name: 'Go',
    files: ['stockbook.go', 'driver.go'],
    tools: ['go'],
    checks: [
      ['go', 'vet', './...'],
      ['go', 'build', '-o', 'driver', '.'],
    ],
    driver: ['./driver'],
  },
  {
    name: 'Java',
    files: ['Stockbook.java', 'Driver.java'],
    tools: ['java', 'javac'],
    checks: [['javac', '--release', '17', '-Xlint:all', '-Werror', 'Stockbook.java', 'Driver.java']],
    driver: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-cp', '.', 'Driver'],
  },
  {
    name: 'shell',
    files: ['stockbook.sh', 'driver.sh'],
    tools: ['sh', 'openssl', 'curl'],
    checks: [['shellcheck', '--shell', 'sh', '--severity', 'warning', 'stockbook.sh', 'driver.sh']],
    driver: ['sh', 'driver.sh'],
  },
];

const vectorsOf = async (kind) => JSON.parse(await readFile(join(root, `libs/auth/src/${kind}-vectors.json`), 'utf8'));

/** A package of Go is a folder of its module. */
async function copyFiles({ name, files }, folder) {
  const [snippet, driver] = files;
  await mkdir(join(folder, 'stockbook'), { recursive: true });
  if (name === 'Go') await writeFile(join(folder, 'go.mod'), 'module example\n\ngo 1.21\n');
  await cp(join(root, 'examples', snippet), join(folder, name === 'Go' ? 'stockbook' : '', snippet));
  await cp(join(root, 'tools/verify-clients/snippets', driver), join(folder, driver));
}

async function listen(answer) {
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    await answer(request, Buffer.concat(chunks), response);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}

/**
 * Stands before the system: the answer to the first try is lost, the second meets a busy proxy, the third comes back.
 */
function openLossyProxy(url) {
  const tries = new Map();
  return listen(async ({ url: path }, body, response) => {
    const key = createHash('sha256').update(path).update(body).digest('hex');
    const count = (tries.get(key) ?? 0) + 1;
    tries.set(key, count);
    if (count === 2) return response.writeHead(503, { 'retry-after': '0' }).end('<h1>Busy</h1>');
    const answer = await fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    if (count === 1) return response.destroy();
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
}

/** Opens a receiver of deliveries by the language, whose name is their path. */
async function openReceiver() {
  const deliveries = [];
  const server = await listen(({ url, headers }, body, response) => {
    deliveries.push({ language: url.slice(1), headers, body });
    response.end();
  });
  const deliveryOf = (language, item_id) =>
    until(`The delivery for ${language}`, 30, () =>
      deliveries.find((each) => each.language === language && JSON.parse(each.body).data.item_id === item_id),
    );
  return { ...server, deliveryOf };
}

const webhookHeaders = (headers) =>
  Object.entries(headers).flatMap(([name, value]) => (name.startsWith('webhook-') ? `${name}=${value}` : []));

async function verifySnippet(language, folder, demo, proxy, receiver) {
  const { name, checks, driver } = language;
  await copyFiles(language, folder);
  for (const [tool, ...options] of checks) if (find(tool)) await run(tool, options, { cwd: folder });
  const user = { STOCKBOOK_DOMAIN: demo.domain, STOCKBOOK_API_KEY: demo.api_key };
  const drive = async (args, input, { url = demo.url, secret = demo.api_secret } = {}) => {
    const env = { ...user, STOCKBOOK_URL: url, STOCKBOOK_API_SECRET: secret };
    return (await run(driver[0], [...driver.slice(1), ...args], { cwd: folder, env, input })).trim();
  };
  const call = async (path, fields, url) => JSON.parse(await drive(['call', path], JSON.stringify(fields), { url }));

  const [signatures, webhooks] = await Promise.all([vectorsOf('signature'), vectorsOf('webhook')]);
  for (const { name: vector, api_secret: secret, path, body_as_signed, auth_signature } of signatures) {
    const signature = await drive(['signature', path], body_as_signed, { secret });
    check(signature === auth_signature, `${name}: the signature of "${vector}" is ${signature}.`);
  }
  for (const { name: vector, secret, now, headers, body, valid } of webhooks) {
    const verdict = await drive(['verify', secret, String(now), ...webhookHeaders(headers)], body);
    check(valid ? verdict === 'verified' : /^refused: \S/.test(verdict), `${name}: "${vector}" is ${verdict}.`);
  }

  const refusal = await drive(['call', '/inventory/brand/get'], '{"limt":1}');
  check(
    /^refused: .*400.*limit/s.test(refusal) || /^refused: .*did you mean limit/s.test(refusal),
    `${name}: ${refusal}`,
  );

  const endpoint = { url: `${receiver.url}/${name}`, events: ['inventory_item'] };
  const { secret } = await call('/integration/webhook/add', endpoint);
  const item = { name: `Café "${name}" / 茶`, model: `SNIPPET-${name}` };
  const { item_id, replayed } = await call('/inventory/item/add', item, proxy.url);
  check(replayed === true, `${name}: the item was not added by the first try.`);
  const { headers, body } = await receiver.deliveryOf(name, item_id);
  const verify = (bytes) => drive(['verify', secret, '', ...webhookHeaders(headers)], bytes);
  check((await verify(body)) === 'verified', `${name}: a delivery is refused.`);
  check((await verify(`${body} `)).startsWith('refused: '), `${name}: a delivery with a changed body is verified.`);
  check(JSON.parse(body).data.name === item.name, `${name}: the item has another name than that which was sent.`);
  return (
    `${signatures.length} signatures, ${webhooks.length} webhooks, ` +
    'a call that was sent three times and a delivery.'
  );
}

/** Returns the sentence about a language that cannot be run, or throws it where CI requires all. */
export function skipped(...missing) {
  const sentence = `skipped, because ${missing.join(', ')} is not installed.`;
  if (process.env.STOCKBOOK_REQUIRE_LANGUAGES) throw new Error(sentence);
  return sentence;
}

/** Prints a line for each language. */
export async function verifySnippets(demo, folder) {
  const [proxy, receiver] = await Promise.all([openLossyProxy(demo.url), openReceiver()]);
  try {
    const runs = languages.map(async (language) => {
      const missing = language.tools.filter((tool) => !find(tool));
      if (missing.length) return skipped(...missing);
      return verifySnippet(language, join(folder, language.name), demo, proxy, receiver);
    });
    for (const [index, outcome] of (await Promise.all(runs)).entries()) {
      console.log(`examples/${languages[index].files[0]}: ${outcome}`);
    }
  } finally {
    proxy.close();
    receiver.close();
  }
}
