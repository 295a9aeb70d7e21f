// Gathers in the given folder the files that processes of the image read: bundles, files of packages, and licences.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const FONTS = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSans-BoldOblique'];
const FILES = [
  ...['package.json', 'LICENSE', 'docs/openapi.json', 'docs/asyncapi.json'],
  ...['node_modules/dejavu-fonts-ttf/package.json', 'node_modules/@fastify/swagger-ui/package.json'],
  ...FONTS.map((name) => `node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`),
  'node_modules/@fastify/swagger-ui/static',
];

const [folder] = process.argv.slice(2);
const { inputs, outputs } = JSON.parse(await readFile('apps/dist/bundle.json', 'utf8'));
for (const file of [...FILES, ...Object.keys(outputs)]) {
  // The full source of the page's script, which no page loads.
  const filter = (source) => !/\/static\/(swagger-ui(-es.*)?\.js|.*\.map)$/.test(source);
  await cp(file, join(folder, file), { recursive: true, filter });
}
await writeFile(join(folder, 'LICENSES.txt'), await licences());

/** The licences of the packages in the bundle demand that copies carry their texts. */
async function licences() {
  const packages = Object.keys(inputs).flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [...new Set([...packages, 'node_modules/dejavu-fonts-ttf', 'node_modules/@fastify/swagger-ui'])].sort();
  return (await Promise.all(texts.map(licenceOf))).join('\n\n');
}

async function licenceOf(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const files = (await readdir(folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return [`${name} ${version} (${license})`, ...texts].join('\n\n');
}
