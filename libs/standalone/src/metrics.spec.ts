import { type Credentials } from '@stockbook/auth';
import { operations } from '@stockbook/contracts';
import { freePort } from '@stockbook/process';
import { AppProcess, buildApps, call, eventually } from '@stockbook/testing';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';

/** A process that has served every operation has at most this many series; this one is the gateway and all services. */
const MOST_SERIES = 3_000;

interface Series {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface Dashboard {
  readonly panels: readonly { readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
}
const METRIC = /\b(?:stockbook|nodejs|process)_\w+/g;

const root = new URL('../../../', import.meta.url);
const textOf = (path: string) => readFile(new URL(path, root), 'utf8');

let folder: string;
let stockbook: AppProcess;
let url: string;
let metricsUrl: string;
let demo: Credentials;
beforeAll(async () => {
  buildApps();
  folder = await mkdtemp(join(tmpdir(), 'stockbook-metrics-'));
  const [port, metricsPort] = [await freePort(), await freePort()];
  const ports = { PORT: `${port}`, METRICS_PORT: `${metricsPort}`, RATE_LIMIT_PER_MINUTE: '0' };
  stockbook = new AppProcess('standalone', { STOCKBOOK_HOME: join(folder, 'home'), ...ports });
  url = await stockbook.ready();
  metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  demo = JSON.parse(await readFile(join(folder, 'home', 'demo.json'), 'utf8'));
});
afterAll(async () => {
  await stockbook.kill('SIGTERM');
  await rm(folder, { recursive: true });
});

async function scrape(): Promise<{ text: string; series: Series[] }> {
  const text = await (await fetch(metricsUrl)).text();
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const series = lines.map((line): Series => {
    const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', text = '']) => [key, text]);
    return { name, labels: Object.fromEntries(pairs), value: Number(value) };
  });
  return { text, series };
}

/** Returns the body of an example, or none: a refused request has a series as well. */
async function bodyOf(path: string): Promise<object> {
  const text = await textOf(
    path === 'sale/order/add' ? 'docs/examples/order.json' : `docs/examples/${path}.json`,
  ).catch(() => '{}');
  return JSON.parse(text);
}

const declared = async () => [...(await scrape()).text.matchAll(/^# TYPE (stockbook_\w+) /gm)].map(([, name]) => name);

test('labels are names of the contract, and a process that served all operations stays within the budget', async () => {
  for (const { path, kind } of operations.values()) {
    const dry = kind === 'write' ? { dry_run: true } : {};
    await call(url, demo, path, { ...(await bodyOf(path)), ...dry });
  }
  await call(url, { ...demo, api_secret: 'a'.repeat(40) }, 'sale/order/get', {});
  for (const path of ['nowhere/4711', 'sale/order/get/4711?api_key=owner', 'docs/', '%00'])
    await fetch(`${url}/${path}`, { method: 'POST' });
  const { series } = await scrape();
  const named = (label: string) => new Set(series.flatMap(({ labels }) => labels[label] ?? []));
  // Services call each other by operations that the gateway does not route.
  const isKnown = (name: string) => operations.has(name) || name.startsWith('internal/') || name === 'unknown';
  expect([...named('operation')].filter((operation) => !isKnown(operation))).toEqual([]);
  expect(named('operation').size).toBeGreaterThan(operations.size);
  expect([...named('service')].toSorted()).toEqual(['integration', 'inventory', 'sales', 'settings']);
  const labels = new Set(series.flatMap((each) => Object.keys(each.labels)));
  const client = /account|user|key|url|path|address|domain|_id$/;
  expect([...labels].filter((label) => client.test(label))).toEqual([]);
  const values = series.flatMap((each) => Object.values(each.labels));
  expect(values.filter((value) => /4711|owner|demo|@|[\da-f]{8}-[\da-f]{4}/.test(value))).toEqual([]);
  expect(series.length).toBeLessThan(MOST_SERIES);
});

test('an order shows from its request to its effect on stock', async () => {
  const valueOf = async (name: string, wanted: Series['labels']) => {
    const { series } = await scrape();
    const fits = (labels: Series['labels']) => Object.entries(wanted).every(([key, value]) => labels[key] === value);
    return series.find((each) => each.name === name && fits(each.labels))?.value ?? 0;
  };
  const labels = { operation: 'sale/order/add', status: '200' };
  const before = await valueOf('stockbook_http_requests_total', labels);
  const applied = { service: 'inventory', topic: 'sale.order' };
  const appliedBefore = await valueOf('stockbook_events_applied_total', applied);
  expect((await call(url, demo, 'sale/order/add', await bodyOf('sale/order/add'))).status).toBe(200);
  await eventually(async () => (await valueOf('stockbook_events_applied_total', applied)) > appliedBefore);
  expect(await valueOf('stockbook_http_requests_total', labels)).toBe(before + 1);
  const calls = { service: 'sales', operation: 'sale/order/add', outcome: 'answered' };
  expect(await valueOf('stockbook_calls_total', calls)).toBeGreaterThan(0);
  expect(await valueOf('stockbook_event_age_seconds_count', { service: 'inventory' })).toBeGreaterThan(0);
  expect(await valueOf('stockbook_relay_leader', { service: 'sales' })).toBe(1);
  expect(await valueOf('stockbook_schema_version', { service: 'sales' })).toBe(1);
  expect(await valueOf('stockbook_build_info', {})).toBe(1);
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds', {})).toBeGreaterThan(0);
});

test('the port of clients has no metrics', async () => {
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

test('the runbook lists every metric', async () => {
  const listed = [...(await textOf('docs/operations.md')).matchAll(/^\| `(stockbook_\w+)`/gm)].map(([, name]) => name);
  expect(listed.toSorted()).toEqual((await declared()).toSorted());
});

test('alerts and dashboards ask for metrics that exist, and each alert has a section in the runbook', async () => {
  const files = 'deploy/chart/stockbook/files';
  const rules = await textOf(`${files}/rules.yaml`);
  const dashboards = await readdir(new URL(`${files}/dashboards/`, root));
  const texts = [rules, ...(await Promise.all(dashboards.map((file) => textOf(`${files}/dashboards/${file}`))))];
  const names = new Set(texts.flatMap((text) => text.match(/\bstockbook_\w+/g) ?? []));
  const known = new Set(await declared());
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ''));
  expect([...names].filter((name) => !isKnown(name))).toEqual([]);
  const runbook = await textOf('docs/operations.md');
  const anchors = [...runbook.matchAll(/^#+ (\w+)$/gm)].map(([, title = '']) => title.toLowerCase());
  const [{ rules: alerts }]: [{ rules: { alert: string; annotations: { runbook: string } }[] }] = parse(rules).groups;
  for (const { alert, annotations } of alerts) {
    expect(annotations.runbook).toBe(`docs/operations.md#${alert.toLowerCase()}`);
    expect(anchors).toContain(alert.toLowerCase());
  }
});

test('every query of the dashboard asks for the releases that are chosen', async () => {
  const { panels, templating }: Dashboard = JSON.parse(
    await textOf('deploy/chart/stockbook/files/dashboards/stockbook.json'),
  );
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(queries.length).toBeGreaterThan(20);
  const chosen = '{namespace=~"$namespace",app_kubernetes_io_instance=~"$release"';
  const wide = queries.filter((query) => query.match(METRIC)?.length !== query.split(chosen).length - 1);
  expect(wide).toEqual([]);
  expect(templating.list.map(({ name }) => name)).toEqual(['datasource', 'namespace', 'release']);
});
