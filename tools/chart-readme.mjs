// Writes the chart's README.md from values.yaml: the comment before a value is its description.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { isMap, parse, parseDocument, stringify } from 'yaml';

const folder = fileURLToPath(new URL('../deploy/chart/stockbook/', import.meta.url));

const HEAD = `# Chart stockbook

Five Deployments (gateway, sales, inventory, settings, integration) of one image, on a PostgreSQL and a Kafka of yours.
The chart makes no Secret and takes no password. Generated from \`values.yaml\` by \`node tools/chart-readme.mjs\`.

    kubectl create secret generic stockbook-database --from-literal=url=postgres://stockbook:...@db:5432/stockbook
    kubectl create secret generic stockbook-keys --from-literal=keys=k1:$(openssl rand -base64 32)
    helm install stockbook deploy/chart/stockbook --wait --timeout 10m \\
      --set image.repository=registry.example.com/stockbook --set database.existingSecret=stockbook-database \\
      --set keys.existingSecret=stockbook-keys --set kafka.brokers=kafka:9092

[examples](examples) has values for a managed PostgreSQL with a Kafka of a private authority, for a trial, and with
every option on. [docs/operations.md](../../../docs/operations.md) is the runbook: sizes, upgrade, rollback, scale.

| value | default | |
| --- | --- | --- |
`;

export async function chartReadme() {
  const rows = rowsOf(parseDocument(await readFile(`${folder}values.yaml`, 'utf8')).contents, []);
  const text = HEAD + rows.map((cells) => `| ${cells.join(' | ')} |\n`).join('');
  return format(text, { ...(await resolveConfig(`${folder}README.md`)), parser: 'markdown' });
}

function rowsOf(map, path) {
  return map.items.flatMap(({ key, value }, index) => {
    const name = [...path, key.value];
    const comment = key.commentBefore ?? (index === 0 && path.length ? map.commentBefore : undefined) ?? '';
    const description = comment.replace(/\s*\n\s*/g, ' ').trim();
    const isSection = isMap(value) && value.items.length > 0;
    const below = isSection ? rowsOf(value, name) : [];
    if (isSection && !description) return below;
    const preset = isSection ? '' : `\`${JSON.stringify(toPlain(value))}\``;
    return [[`\`${name.join('.')}\``, preset, description], ...below];
  });
}

const toPlain = (node) => parse(stringify(node));

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(`${folder}README.md`, await chartReadme());
