import { ESLint } from 'eslint';
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const rule = '@nx/enforce-module-boundaries';
let eslint: ESLint;
beforeAll(() => {
  // The rule is silent without the project graph, which any nx command writes.
  execFileSync('npx', ['nx', 'show', 'projects'], { cwd, stdio: 'ignore' });
  eslint = new ESLint({
    cwd,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId === rule,
  });
});

async function refusals(filePath: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(code, { filePath });
  return (result?.messages ?? []).map(({ ruleId }) => ruleId ?? '');
}

test.each([
  ['a service sees no other service', 'libs/sales/src/x.ts', `import '@stockbook/inventory';`],
  ['a shared library sees no service', 'libs/messaging/src/x.ts', `import '@stockbook/settings';`],
  ['contracts see no kernel', 'libs/contracts/src/x.ts', `import '@stockbook/persistence';`],
  ['contracts see no Nest', 'libs/contracts/src/x.ts', `import '@nestjs/common';`],
  ['contracts see no database', 'libs/contracts/src/x.ts', `import 'typeorm';`],
  ['the gateway sees no database', 'libs/gateway/src/x.ts', `import 'typeorm';`],
  ['the gateway sees no library that loads a database', 'libs/gateway/src/x.ts', `import '@stockbook/service';`],
  ['the request transport sees no Kafka', 'libs/rpc/src/x.ts', `import 'kafkajs';`],
  ['a service sees no test library', 'libs/sales/src/x.ts', `import '@stockbook/testing';`],
])('%s', async (_, file, code) => {
  expect(await refusals(file, code)).toEqual([rule]);
});

test.each([
  ['a service sees the kernels', 'libs/sales/src/x.ts', `import '@stockbook/persistence';`],
  ['the gateway sees the request transport', 'libs/gateway/src/x.ts', `import '@stockbook/rpc';`],
  ['the assembly sees every service', 'libs/standalone/src/x.ts', `import '@stockbook/sales';`],
  ['a spec sees the test library', 'libs/sales/src/x.spec.ts', `import '@stockbook/testing';`],
])('%s', async (_, file, code) => {
  expect(await refusals(file, code)).toEqual([]);
});
