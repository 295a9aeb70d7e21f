import { OWN_RELEASE, reasonOf, StartFault, succeeds } from '@stockbook/process';
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const pom = join(OWN_RELEASE, 'tools/kafka/pom.xml');
const JAVA = 17;
const ELSE = 'or name a broker of yours in KAFKA_BROKERS';

export interface KafkaJars {
  readonly java: string;
  readonly classPath: string;
}

/** Returns why no Kafka can be started here, in one sentence; undefined if one can. It does not use the network. */
export async function kafkaObstacle(): Promise<string | undefined> {
  try {
    await findJava();
    if (!(await isThere(await cacheFolder()))) await findMaven();
    return undefined;
  } catch (error) {
    if (error instanceof StartFault) return error.message;
    throw error;
  }
}

/** Maven fetches Kafka into the user's cache at the first start. */
export async function findJars(report: (line: string) => void, interruption?: AbortSignal): Promise<KafkaJars> {
  const [java, folder] = [await findJava(), await cacheFolder()];
  if (!(await isThere(folder))) {
    await findMaven();
    report('Fetching Apache Kafka (50 MB) from Maven Central: once, and it can take a few minutes.');
    await fetchInto(folder, interruption);
  }
  return { java, classPath: join(folder, '*') };
}

/** A changed pom gets a new folder. */
async function cacheFolder(): Promise<string> {
  const version = createHash('sha256')
    .update(await readFile(pom))
    .digest('hex')
    .slice(0, 12);
  return join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'stockbook', `kafka-${version}`);
}

const isThere = (path: string) => succeeds(access(path));

async function findJava(): Promise<string> {
  const home = process.env['JAVA_HOME'];
  const java = home ? join(home, 'bin', 'java') : 'java';
  const { stderr } = await run(java, ['-version']).catch((error: unknown) => {
    throw new StartFault(
      `Kafka needs Java ${JAVA}, and ${java} does not run (${reasonOf(error)}): install it, ${ELSE}.`,
    );
  });
  const [, version = 'unknown'] = /version "(\d+)/.exec(stderr) ?? [];
  if (Number(version) >= JAVA) return java;
  throw new StartFault(`Kafka needs Java ${JAVA}, and ${java} is version ${version}: install a newer one, ${ELSE}.`);
}

async function findMaven(): Promise<void> {
  await run('mvn', ['--version']).catch((error: unknown) => {
    throw new StartFault(`Kafka is fetched by Maven, and mvn does not run (${reasonOf(error)}): install it, ${ELSE}.`);
  });
}

/** Fetches beside the folder and renames: it appears in one step, even if several processes fetch. */
async function fetchInto(folder: string, signal?: AbortSignal): Promise<void> {
  await mkdir(join(folder, '..'), { recursive: true });
  const draft = await mkdtemp(`${folder}-`);
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
    const mvn = run('mvn', ['--batch-mode', '--quiet', '--file', pom, ...goal], { signal });
    await mvn.catch((error: { stdout?: string }) => {
      signal?.throwIfAborted();
      const [, reason = reasonOf(error)] = /^\[ERROR\] (.+)/m.exec(error.stdout ?? '') ?? [];
      throw new StartFault(`Maven cannot fetch Kafka (${reason}): ${ELSE.replace(/^or /, '')}.`);
    });
    await rename(draft, folder).catch(async (error: unknown) => {
      if (!(await isThere(folder))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}
