// Gathers the files that processes of the image read: bundles, files of packages, their list and their licences.
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const FONTS = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSans-Oblique', 'DejaVuSans-BoldOblique'];
const FILES = [
  ...[
    'package.json',
    'LICENSE',
    'docs/openapi.json',
    'docs/asyncapi.json',
    'node_modules/dejavu-fonts-ttf/package.json',
  ],
  ...FONTS.map((name) => `node_modules/dejavu-fonts-ttf/ttf/${name}.ttf`),
  'apps/console/dist',
];

/** The decoder of images for this platform, and its libraries: no bundle holds machine code. */
const BINARIES = (await readdir('node_modules/@img')).filter((name) => name.startsWith('sharp-'));
const FOLDERS = BINARIES.map((name) => `node_modules/@img/${name}`);

const [folder] = process.argv.slice(2);
const { inputs, outputs } = JSON.parse(await readFile('apps/dist/bundle.json', 'utf8'));
const pages = JSON.parse(await readFile('apps/console/dist/pages.json', 'utf8'));
for (const file of [...FILES, ...FOLDERS, ...Object.keys(outputs)])
  await cp(file, join(folder, file), { recursive: true });
const packages = await Promise.all(packageFolders().map(packageIn));
await writeFile(join(folder, 'LICENSES.txt'), packages.map(({ licence }) => licence).join('\n\n'));
await writeFile(join(folder, 'sbom.cdx.json'), JSON.stringify(billOf(packages)));

/** npm's own list leaves out packages that an optional one needs too, like `pg`. */
function packageFolders() {
  const bundled = Object.keys(inputs).flatMap((file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  return [...new Set([...bundled, ...pages.packages, ...FOLDERS, 'node_modules/dejavu-fonts-ttf'])].sort();
}

/** Licences demand that copies carry their texts; the README of machine code lists those of the libraries in it. */
async function packageIn(folder) {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const texts = FOLDERS.includes(folder) ? /^(licen[cs]e|copying|notice|readme)/i : /^(licen[cs]e|copying|notice)/i;
  const files = (await readdir(folder)).filter((file) => texts.test(file));
  const read = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8').catch(() => '')));
  return { name, version, license, licence: [`${name} ${version} (${license})`, ...read].join('\n\n') };
}

/** The packages in the image, as CycloneDX. */
function billOf(packages) {
  const components = packages.map(({ name, version, license }) => {
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const group = name.startsWith('@') ? { group: dirname(name) } : {};
    const licenses = typeof license === 'string' ? { licenses: [{ expression: license }] } : {};
    return { type: 'library', 'bom-ref': purl, ...group, name: basename(name), version, purl, ...licenses };
  });
  return { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components };
}
