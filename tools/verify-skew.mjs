// Runs the chaos load on the processes of the release before, on this release's schemas, then on both releases mixed.
// node tools/verify-skew.mjs [--from <commit or tag>] [options of npm run chaos]
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** Returns the last release; before the first one, the commit before this. */
function lastRelease() {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*', 'HEAD^');
  } catch {
    return 'HEAD^';
  }
}

const args = process.argv.slice(2);
const at = args.indexOf('--from');
const [, from = lastRelease()] = at < 0 ? [] : args.splice(at, 2);
const commit = git('rev-parse', '--verify', `${from}^{commit}`);
const releases = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stockbook', 'releases');
const folder = join(releases, commit);

/** Makes a checkout of the commit with its packages and its build. */
function build() {
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['x', '-C', draft], { input: archive });
  if (isSameFile('package-lock.json', draft)) linkPackages(draft);
  else execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: draft, stdio: 'inherit' });
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: draft, stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

const isSameFile = (path, draft) => readFileSync(join(root, path), 'utf8') === readFileSync(join(draft, path), 'utf8');

/** Links the packages of this checkout, but for those of the workspaces. */
function linkPackages(draft) {
  const packages = join(draft, 'node_modules');
  mkdirSync(join(packages, '@stockbook'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!name.startsWith('.') && name !== '@stockbook')
      symlinkSync(join(root, 'node_modules', name), join(packages, name));
  for (const area of ['apps', 'libs'])
    for (const project of readdirSync(join(draft, area))) {
      const { name } = JSON.parse(readFileSync(join(draft, area, project, 'package.json'), 'utf8'));
      symlinkSync(join('..', '..', area, project), join(packages, name));
    }
}

if (!existsSync(folder)) build();
console.log(`The release before is ${from}, ${commit.slice(0, 12)}, in ${folder}.`);
const chaos = ['--enable-source-maps', join(root, 'apps/chaos/dist/main.js'), '--previous-build', folder, ...args];
const { status } = spawnSync(process.execPath, chaos, { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
