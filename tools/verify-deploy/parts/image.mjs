// The part `image` builds the image, measures it and looks into it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { baseImages } from '../containers/base-image.mjs';
import { needContainers } from '../containers/containers.mjs';
import { cache, check, root, run, say } from '../shell.mjs';

export const IMAGE = 'localhost/stockbook';
const LARGEST_MB = 220;
const APPS = ['gateway', 'sales', 'inventory', 'settings', 'integration', 'cli'];
const LOCKED = ['--rm', '--read-only', '--cap-drop', 'ALL', '--network', 'none'];

export async function image() {
  needContainers();
  const bases = await baseImages();
  const revision = (await run('git', ['rev-parse', 'HEAD'])).trim();
  // The cache is off: buildah 1.28 takes a cached layer whose build arguments, here the revision, were others.
  await run(
    'buildah',
    [
      ...['build', '--quiet', '--no-cache', '--file', 'deploy/Dockerfile', '--tag', IMAGE],
      ...['--build-arg', `REVISION=${revision}`, ...buildOptions(bases)],
      root,
    ],
    { timeout_ms: 1_200_000 },
  );
  const [inspected] = JSON.parse(await run('podman', ['image', 'inspect', IMAGE]));
  const [below] = JSON.parse(await run('podman', ['image', 'inspect', bases.base]));
  const megabytes = (size) => Math.round(size / 1e6);
  say(`size ${megabytes(inspected.Size)} MB, of which the base ${bases.base} has ${megabytes(below.Size)} MB`);
  check(inspected.Size < LARGEST_MB * 1e6, `The image has ${megabytes(inspected.Size)} MB, more than ${LARGEST_MB}.`);
  check(inspected.User === '65532:65532', `The image runs as '${inspected.User}', not as a number.`);
  check(inspected.Labels['org.opencontainers.image.revision'] === revision, 'The label revision is missing.');
  await audit();
  await checkContents();
  for (const app of APPS) await checkStart(app);
  await checkInvoice();
  await checkDecoder();
  await checkVolume();
}

/** Returns the options of a build that takes the bases from here, and packages by the network of this machine. */
export const buildOptions = ({ base, build }) => [
  ...['--network', 'host', '--build-arg', `BASE=${base}`, '--build-arg', `BUILD=${build}`],
  ...certificates(),
];

/** Passes on what this machine trusts, so that npm in the build stage works behind a proxy. */
function certificates() {
  const authorities = process.env.NODE_EXTRA_CA_CERTS;
  if (!authorities) return [];
  const settings = join(cache, 'npmrc');
  writeFileSync(settings, 'cafile=/tmp/authorities.pem\n');
  return ['--volume', `${authorities}:/tmp/authorities.pem:ro`, '--volume', `${settings}:/stockbook/.npmrc:ro`];
}

async function audit() {
  const options = ['--omit=dev', '--omit=optional', '--audit-level=high', '--loglevel=error'];
  const fault = await run('npm', ['audit', ...options]).then(
    () => undefined,
    (error) => error,
  );
  if (fault?.message.includes('audit endpoint returned an error'))
    say('left out: npm audit, which the registry does not answer');
  else if (fault) throw fault;
}

const FOREIGN = [
  /^libs\//,
  /^apps\/(bench|chaos|distributed|standalone)\//,
  /^apps\/(?!console\/).*preload/,
  /^node_modules\/(?!dejavu-fonts-ttf\/|@img\/sharp-)/,
  /\.ts$/,
];

async function checkContents() {
  const container = (await run('buildah', ['from', IMAGE])).trim();
  try {
    const mount = (await run('buildah', ['mount', container])).trim();
    const files = (await run('find', [`${mount}/stockbook`, '-not', '-type', 'd', '-printf', '%P\n'])).split('\n');
    const foreign = files.find((file) => FOREIGN.some((pattern) => pattern.test(file)));
    check(!foreign, `The image holds ${foreign}.`);
    const pages = ['console', 'docs'].map((name) => `apps/console/dist/${name}.html`);
    for (const file of ['docs/openapi.json', 'docs/asyncapi.json', ...pages, 'LICENSES.txt'])
      check(files.includes(file), `The image lacks ${file}.`);
    const sbom = JSON.parse(await run('cat', [`${mount}/stockbook/sbom.cdx.json`]));
    say(`${files.length} files; the SBOM lists ${sbom.components.length} packages`);
  } finally {
    await run('buildah', ['rm', container]);
  }
}

/**
 * Every module of an app is there: without settings it ends with a sentence about them, and the command line lists its
 * commands.
 */
async function checkStart(app) {
  const said = await run('podman', ['run', ...LOCKED, IMAGE, `apps/${app}/dist/main.js`]).catch(
    (error) => error.message,
  );
  check(/ must be set\.|Usage: stockbook/.test(said), `The app ${app} does not start in the image:\n${said}`);
}

/** The thread of invoices is in the bundle, and the PDF library finds its fonts. */
async function checkInvoice() {
  const script = `import { Worker } from 'node:worker_threads';
    import { once } from 'node:events';
    const thread = new Worker('/stockbook/apps/dist/chunks/render-thread.js', { execArgv: [] });
    await once(thread, 'message');
    thread.postMessage({ format: 'pdf', template: '<h1>Invoice 1</h1><b><i>2 mugs</i></b>', document: {} });
    const [{ content }] = await once(thread, 'message');
    await thread.terminate();
    process.stdout.write(Buffer.from(content, 'base64').subarray(0, 5));`;
  const start = await run('podman', ['run', ...LOCKED, IMAGE, '--input-type=module', '--eval', script]);
  check(start === '%PDF-', `The image renders no PDF: ${start}`);
}

/** The machine code that decodes images finds its libraries on the base. */
async function checkDecoder() {
  const script = 'process.stdout.write(require(`@img/sharp-linux-${process.arch}/sharp.node`).libvipsVersion().semver)';
  const version = await run('podman', ['run', ...LOCKED, IMAGE, '--eval', script]);
  check(/^\d+\.\d+/.test(version), `The image decodes no images: ${version}`);
}

/** The user of the image can write to a new volume, as compose makes one for images. */
async function checkVolume() {
  const script = "fs.writeFileSync('/stockbook/media/image', ''); process.stdout.write('written')";
  const said = await run('podman', ['run', ...LOCKED, '--volume', '/stockbook/media', IMAGE, '--eval', script]);
  check(said === 'written', `A volume for images cannot be written: ${said}`);
}
