import { readFileSync } from 'node:fs';

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');

/** Returns the variables of processes that the chart and compose run, by the table of docs/operations.md. */
function variablesOf(processes: RegExp): string[] {
  const rows = [...textOf('docs/operations.md').matchAll(/^\| (`[A-Z].*?) *\| (.*?) *\|/gm)];
  return rows.flatMap(([, names = '', of = '']) =>
    processes.test(of) ? [...names.matchAll(/`([A-Z_]+)`/g)].map(([, name = '']) => name) : [],
  );
}

/** The image sets the first two, a loop over the services writes the addresses, and `extraEnv` sets the last one. */
const WITHOUT_A_VALUE = /^(STOCKBOOK_VERSION|STOCKBOOK_REVISION|[A-Z]+_ADDRESS|KAFKA_SESSION_MS)$/;

test('a value of the chart sets each variable of its processes', () => {
  const variables = variablesOf(/^(all|services|gateway|integration)\b/).filter((name) => !WITHOUT_A_VALUE.test(name));
  const set = textOf('deploy/chart/stockbook/templates/_pod.tpl');
  expect(variables.length).toBeGreaterThan(25);
  expect(variables.filter((name) => !new RegExp(`\\b${name}\\b`).test(set))).toEqual([]);
});

test('docker-compose.yml passes each variable of the gateway on', () => {
  const variables = variablesOf(/^gateway\b/).filter((name) => name !== 'SHUTDOWN_DELAY_SECONDS');
  const compose = textOf('docker-compose.yml');
  expect(variables).toContain('TRUSTED_PROXIES');
  expect(variables.filter((name) => !compose.includes(`${name}: \${${name}:-`))).toEqual([]);
});
