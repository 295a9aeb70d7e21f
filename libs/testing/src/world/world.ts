import { type Credentials, type Permission, SecretKeys } from '@stockbook/auth';
import type { Client, contract, Service } from '@stockbook/contracts';
import { type GatewayLimits, type GatewayOptions, runGateway } from '@stockbook/gateway';
import { mediaStoreIn } from '@stockbook/media';
import { openLog } from '@stockbook/process';
import { Provisioning } from '@stockbook/settings';
import type { KafkaConfig } from '@stockbook/messaging';
import { type Assembly, assemble, type AssemblyOptions } from '@stockbook/standalone';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidV7 } from 'uuid';
import { dropTopics, testBrokers } from '../brokers.js';
import { checkedClient } from './checked-client.js';
import { eventually } from '../eventually.js';
import { isDistributed } from '../is-distributed.js';
import { distributedTopology } from './distributed-topology.js';
import { migratedDatabase } from '../database/migrated-database.js';

declare global {
  var stopTestServers: (() => Promise<void>)[] | undefined;
  /** The environment of Jest runs it. */
  var atEndOfSpecFile: (() => Promise<void>) | undefined;
}

/** A user of a test account, with a client that checks every answer against the contract. */
export interface TestUser {
  readonly account_id: number;
  readonly user_id: number;
  readonly credentials: Credentials;
  readonly api: Client<typeof contract>;
}

const START_MS = 20_000;
/** A hash of the product's own cost takes a third of a second of a core. */
const CHEAP_LOG_N = 4;

type GatewayTerms = Partial<GatewayLimits> & Partial<Pick<GatewayOptions, 'log' | 'demo' | 'passwordLogN'>>;
type Options = GatewayTerms & Partial<Pick<AssemblyOptions, 'definitions' | 'env'>>;

/** Webhooks may be sent to the receivers of specs. */
const LOOPBACK = '127.0.0.0/8';

/** Makes topics of our own, for services apart; it has few partitions, as each takes its time. */
function kafkaOfOurOwn(): KafkaConfig | undefined {
  if (!isDistributed) return undefined;
  const prefix = `${process.env['STOCKBOOK_TEST_TEMPLATE']}-${uuidV7()}.`;
  return { brokers: testBrokers, prefix, partitions: 2 };
}

const gatewayTerms = (secretKeys: SecretKeys) => ({
  secretKeys,
  host: '127.0.0.1',
  port: 0,
  ratePerMinute: 0,
  passwordLogN: CHEAP_LOG_N,
  log: openLog('test', 'error'),
});

/** Returns the reasons why a replica is not ready. */
async function readiness({ replicas }: Assembly): Promise<string[]> {
  const reasons = await Promise.all(Object.values(replicas).flatMap((each) => each.map((replica) => replica.ready())));
  return reasons.flat();
}

let shared: World | undefined;

/** A database of its own with the gateway and every service in this process. */
export class World {
  private constructor(
    readonly assembly: Assembly,
    readonly provisioning: Provisioning,
    readonly secretKeys: SecretKeys,
    /** The directory of stored images. */
    readonly mediaDirectory: string,
    /** Stops what was opened for this World. */
    readonly close: () => Promise<void>,
  ) {}

  /**
   * Returns the World of all spec files of a worker, for specs that look at accounts of their own alone. It ends with
   * the worker. Sixteen services that run on behind other specs are too much for two cores: with the services apart,
   * each file has one of its own.
   */
  static async shared(): Promise<World> {
    if (!shared) {
      shared = await World.open();
      if (isDistributed) globalThis.atEndOfSpecFile = () => World.closeShared();
      else atEndOfWorker(() => World.closeShared());
    }
    return shared;
  }

  private static async closeShared(): Promise<void> {
    const ending = shared;
    shared = undefined;
    await ending?.close();
  }

  /**
   * Puts a gateway of its own in front of the shared World's services, for specs that need other limits, or whose
   * refusals count for the address that all specs have.
   */
  static async withGateway(terms: GatewayTerms = {}): Promise<World> {
    const { assembly, provisioning, secretKeys, mediaDirectory } = await World.shared();
    const { url, stop } = await runGateway({
      ...gatewayTerms(secretKeys),
      ...terms,
      services: assembly.services.as('gateway'),
      media: mediaStoreIn({ MEDIA_DIRECTORY: mediaDirectory }),
      readiness: () => readiness(assembly),
    });
    return new World({ ...assembly, url, urls: [url], stop }, provisioning, secretKeys, mediaDirectory, stop);
  }

  /** Serves specs that disturb others; `STOCKBOOK_TEST_TOPOLOGY=distributed` runs services apart. */
  static async open(options: Options = {}): Promise<World> {
    const kafka = kafkaOfOurOwn();
    const topology = kafka && (await distributedTopology(kafka, 2, openLog('test', 'error')));
    const database = await migratedDatabase();
    const secretKeys = SecretKeys.parse(`test:${randomBytes(32).toString('base64')}`);
    const mediaDirectory = join(tmpdir(), `stockbook-media-${uuidV7()}`);
    const assembly = await assemble({
      ...gatewayTerms(secretKeys),
      databaseUrl: database.url,
      topology,
      ...options,
      env: { MEDIA_DIRECTORY: mediaDirectory, WEBHOOK_ALLOWED_NETWORKS: LOOPBACK, ...options.env },
    }).catch(async (error: unknown) => {
      await database.drop();
      throw error;
    });
    // Sixteen services connect at once where two Worlds open: like a balancer, tests wait until all are ready.
    await eventually(async () => (await readiness(assembly)).length === 0, START_MS);
    const provisioning = new Provisioning(assembly.running.settings.db, secretKeys);
    const close = async () => {
      await assembly.stop();
      await rm(mediaDirectory, { recursive: true, force: true });
      await database.dropWithoutDeadlocks();
      if (kafka) await dropTopics(kafka);
    };
    return new World(assembly, provisioning, secretKeys, mediaDirectory, close);
  }

  get url(): string {
    return this.assembly.url;
  }

  /** Adds a fresh account in US dollars, and its owner, who may do everything. */
  async account(timezone = 'UTC'): Promise<TestUser> {
    const domain = `shop-${randomBytes(6).toString('hex')}`;
    const owner = { email: `owner@${domain}.test`, username: 'owner' };
    const added = await this.provisioning.addAccount({ domain, name: 'Test shop', currency: 'USD', timezone, owner });
    return this.user(added, domain, owner.email);
  }

  /** Adds a further user of an account, with this permission only. */
  async colleague(of: TestUser, permission: Permission): Promise<TestUser> {
    const username = `clerk-${randomBytes(4).toString('hex')}`;
    const email = `${username}@${of.credentials.domain}.test`;
    await this.provisioning.addUserGroup(of.account_id, username, permission);
    const added = await this.provisioning.addUser(of.account_id, { email, username, user_group: username });
    return this.user(added, of.credentials.domain, email);
  }

  /** Returns a client of a user through each gateway: two in the distributed topology. */
  clientsOf({ credentials }: TestUser): Client<typeof contract>[] {
    return this.assembly.urls.map((url) => checkedClient(url, credentials));
  }

  async whileLocked<T>(service: Service, statement: string, work: () => Promise<T>): Promise<T> {
    const locker = this.assembly.running[service].db.source.createQueryRunner();
    await locker.startTransaction();
    try {
      await locker.query(statement);
      return await work();
    } finally {
      await locker.rollbackTransaction();
      await locker.release();
    }
  }

  /** Resolves when every event has reached its consumers and caused all that it causes. */
  settled(): Promise<void> {
    return this.assembly.settled();
  }

  private user(
    { account_id, user_id, api_secret }: { account_id: number; user_id: number; api_secret: string },
    domain: string,
    api_key: string,
  ): TestUser {
    const credentials = { domain, api_key, api_secret };
    return { account_id, user_id, credentials, api: checkedClient(this.url, credentials) };
  }
}

/** A worker process exits instead: Jest gives it 0.5 s, and its teardown clears what it leaves. */
function atEndOfWorker(step: () => Promise<void>): void {
  if (globalThis.stopTestServers) globalThis.stopTestServers.push(step);
  else process.on('removeListener', (event) => event === 'message' && process.exit());
}
