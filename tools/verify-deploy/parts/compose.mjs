// Part compose: podman-compose reads docker-compose.yml, and every process in it is in the image.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { needContainers } from '../containers/containers.mjs';
import { cache, check, need, root, run, say } from '../shell.mjs';

const PODMAN_COMPOSE = 'podman-compose==1.6.0';
const SETTINGS = { POSTGRES_PASSWORD: 'x', STOCKBOOK_SECRET_KEYS: `k1:${Buffer.alloc(32).toString('base64')}` };
const PROCESSES = ['gateway', 'sales', 'inventory', 'settings', 'integration'];

export async function compose() {
  needContainers();
  need('Python 3 with pip', 'python3');
  const library = join(cache, PODMAN_COMPOSE);
  if (!existsSync(library))
    await run('python3', ['-m', 'pip', 'install', '--quiet', '--target', library, PODMAN_COMPOSE]);
  const env = { ...SETTINGS, PYTHONPATH: library };
  const { services } = parse(
    await run('python3', ['-m', 'podman_compose', '--file', 'docker-compose.yml', 'config'], { env }),
  );
  for (const name of PROCESSES) {
    const { command, read_only, healthcheck } = services[name];
    const [app] = [command].flat();
    check(app === `apps/${name}/dist/main.js`, `The process ${name} runs ${app}.`);
    check(existsSync(join(root, app.replace('dist/main.js', 'src/main.ts'))), `There is no ${app}.`);
    check(read_only === true, `The process ${name} may write to its root.`);
    check(healthcheck.test.join().includes('/health/ready'), `The process ${name} is not probed.`);
  }
  say(`podman-compose reads ${Object.keys(services).length} services`);
  return 'starting them, which needs the images of PostgreSQL and Kafka from a registry: the part pods runs the same processes';
}
