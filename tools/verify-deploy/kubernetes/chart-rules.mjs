// Checks the rules of the design that the rendered chart keeps.
import { isDeepStrictEqual } from 'node:util';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { goTool } from './go-tools.mjs';
import { networkRules } from './network-rules.mjs';
import { CHART, EVERYTHING, EXTERNAL, isNamed, KUBE_VERSION, MINIMAL, objects, ofKind, render } from './render.mjs';
import { check, root, run } from '../shell.mjs';

const rules = {
  async 'the schema refuses missing required values in a sentence'() {
    const refusal = await render([]).catch((error) => error.message);
    for (const words of ['the name of the Secret whose key url', 'the brokers of Kafka', 'seals the secrets'])
      check(refusal.includes(words), refusal);
  },
  async 'the schema refuses an unknown value'() {
    const refusal = await render([...MINIMAL, '--set', 'sales.replicas=2']).catch((error) => error.message);
    check(/additional properties 'replicas'/i.test(refusal), refusal);
  },
  async 'one service may run another release, and its version shows in no other pod'() {
    const options = ['--set', 'image.tag=0.2.1', '--set', 'defaults.imageTag=0.2.0'];
    const deployments = await ofKind('Deployment', [...MINIMAL, ...options, '--set', 'sales.overrides.imageTag=0.2.1']);
    for (const { spec, metadata } of deployments) {
      const tag = metadata.name.endsWith('-sales') ? '0.2.1' : '0.2.0';
      const { labels } = spec.template.metadata;
      check(spec.template.spec.containers[0].image.endsWith(`:${tag}`), metadata.name);
      check(labels['app.kubernetes.io/version'] === tag, metadata.name);
    }
    const [job] = await ofKind('Job', [...MINIMAL, ...options]);
    check(job.spec.template.spec.containers[0].image.endsWith(':0.2.1'), 'the newest release migrates');
  },
  async 'certificates are mounted where they are used, and the migration has none'() {
    for (const { spec, metadata } of await ofKind('Deployment', EVERYTHING)) {
      const { env, volumeMounts } = spec.template.spec.containers[0];
      const files = env.filter(({ name }) => /_(CA|CERT|KEY)_FILE$/.test(name)).map(({ value }) => value);
      const folders = volumeMounts.map(({ mountPath }) => mountPath);
      check(files.length === (metadata.name.endsWith('-gateway') ? 3 : 6), metadata.name);
      for (const file of files) check(folders.includes(file.replace(/\/[^/]*$/, '')), file);
    }
    const [job] = await ofKind('Job', EVERYTHING);
    check(!JSON.stringify(job).includes('stockbook-calls'), 'the migration makes no calls');
  },
  async 'the authority of the brokers and the certificate of a client come from Secrets of their own'() {
    const [deployment] = (await ofKind('Deployment', EVERYTHING)).filter(({ metadata }) => isNamed(metadata, 'sales'));
    const { containers, volumes } = deployment.spec.template.spec;
    const secretOf = (variable) => {
      const { value } = containers[0].env.find(({ name }) => name === variable);
      const mount = containers[0].volumeMounts.find(({ mountPath }) => value.startsWith(`${mountPath}/`));
      return volumes.find(({ name }) => name === mount.name).secret.secretName;
    };
    check(secretOf('KAFKA_CA_FILE') === 'kafka-cluster-ca-cert', secretOf('KAFKA_CA_FILE'));
    for (const variable of ['KAFKA_CERT_FILE', 'KAFKA_KEY_FILE'])
      check(secretOf(variable) === 'kafka-user', secretOf(variable));
    const trusting = await ofKind('Deployment', [...MINIMAL, '--set', 'kafka.tls=true', '--set', 'kafka.caSecret=ca']);
    const names = trusting.flatMap(({ spec }) => spec.template.spec.containers[0].env.map(({ name }) => name));
    check(names.includes('KAFKA_CA_FILE') && !names.includes('KAFKA_CERT_FILE'), 'an authority needs no certificate');
  },
  async 'a component may have a certificate of its own for calls, and either all have one or none'() {
    const own = { gateway: 'front', sales: 'sales', inventory: 'inventory', settings: 'settings', integration: 'rest' };
    const secretsBy = async (callTls) => {
      const deployments = await ofKind('Deployment', [...MINIMAL, '--set-json', `callTls=${JSON.stringify(callTls)}`]);
      return deployments.map(({ spec, metadata }) => {
        const { volumes, containers } = spec.template.spec;
        check(
          containers[0].env.some(({ name }) => name === 'TLS_KEY_FILE'),
          metadata.name,
        );
        return volumes.find(({ name }) => name === 'calls').secret.secretName;
      });
    };
    const all = await secretsBy({ existingSecrets: own });
    check(isDeepStrictEqual(all.sort(), Object.values(own).sort()), `${all}`);
    const mixed = await secretsBy({ existingSecret: 'shared', existingSecrets: { gateway: 'front' } });
    check(isDeepStrictEqual(mixed.sort(), ['front', ...Array(4).fill('shared')]), `${mixed}`);
    const some = ['--set-json', 'callTls={"existingSecrets":{"gateway":"front"}}'];
    const refusal = await render([...MINIMAL, ...some]).catch(({ message }) => message);
    check(refusal.includes('/callTls'), refusal);
  },
  async 'a command is a Job that only --show-only renders, with all that the services have'() {
    const words = ['events', 'replay', '--account', '1'];
    const options = [...EVERYTHING, '--set-json', `command=${JSON.stringify(words)}`];
    const isCommand = ({ metadata }) => metadata.labels['app.kubernetes.io/component'] === 'command';
    check(!(await ofKind('Job', EVERYTHING)).some(isCommand), 'a Job without a command');
    const [job, ...others] = await objects([...options, '--show-only', 'templates/command-job.yaml']);
    const { args, env, volumeMounts } = job.spec.template.spec.containers[0];
    check(isDeepStrictEqual(args, ['apps/cli/dist/main.js', ...words]), `${args}`);
    check(job.spec.backoffLimit === 0 && others.length === 0, 'it runs twice');
    const given = new Set(env.map(({ name }) => name));
    const [sales] = (await ofKind('Deployment', EVERYTHING)).filter(({ metadata }) => isNamed(metadata, 'sales'));
    const wanted = sales.spec.template.spec.containers[0].env.filter(({ name }) => /^(KAFKA|DATABASE_URL)/.test(name));
    for (const { name } of [...wanted, { name: 'MIGRATION_DATABASE_URL' }, { name: 'STOCKBOOK_SECRET_KEYS' }])
      check(given.has(name), `${name} is missing`);
    check(
      volumeMounts.some(({ mountPath }) => mountPath === '/etc/stockbook/kafka'),
      'no certificate',
    );
    const policies = await ofKind('NetworkPolicy', EVERYTHING);
    const { spec } = policies.find(({ metadata }) => isNamed(metadata, 'command'));
    const ports = spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port));
    check(ports.includes(5432) && ports.includes(9093), `${ports}`);
  },
  async 'pods of Jobs have the settings of those of Deployments, and overrides of their own'() {
    const [{ spec: deployment }] = await ofKind('Deployment', EVERYTHING);
    const [{ spec: job }] = await ofKind('Job', EVERYTHING);
    for (const field of ['tolerations', 'nodeSelector', 'affinity', 'priorityClassName'])
      check(isDeepStrictEqual(job.template.spec[field], deployment.template.spec[field]), field);
    const { annotations, labels } = job.template.metadata;
    check(isDeepStrictEqual(annotations, deployment.template.metadata.annotations), 'annotations');
    const [{ env, volumeMounts }] = job.template.spec.containers;
    check(labels.team === 'shop' && env.some(({ name }) => name === 'NODE_NO_WARNINGS'), 'labels and variables');
    check(
      volumeMounts.some(({ name }) => name === 'scratch'),
      'volumes',
    );
    const [own] = await ofKind('Job', [...EVERYTHING, '--set', 'jobs.overrides.priorityClassName=batch']);
    check(own.spec.template.spec.priorityClassName === 'batch', 'no overrides');
  },
  async 'extraEnv may set what the chart sets, and no variable is there twice'() {
    const changed = { LOG_LEVEL: 'debug', KAFKA_TOPIC_PREFIX: 'mine.', DATABASE_URL: 'postgres://mine' };
    const extraEnv = Object.entries(changed).map(([name, value]) => ({ name, value }));
    const set = (of) => ['--set-json', `${of}.overrides.extraEnv=${JSON.stringify(extraEnv)}`];
    const options = [...EVERYTHING, '--set-json', 'command=["migrate"]', ...set('sales'), ...set('jobs')];
    for (const { spec, metadata } of await withPods(options)) {
      const { env } = spec.template.spec.containers[0];
      check(new Set(env.map(({ name }) => name)).size === env.length, metadata.name);
      if (!/-(sales|migrate|command)/.test(metadata.name)) continue;
      for (const [name, value] of Object.entries(changed))
        check(env.find((each) => each.name === name).value === value, `${name} of ${metadata.name}`);
    }
  },
  async 'large numbers stay whole numbers'() {
    const [{ spec }] = await ofKind('Deployment', [...MINIMAL, '--set-json', 'rateLimitPerMinute=20000000']);
    const { value } = spec.template.spec.containers[0].env.find(({ name }) => name === 'RATE_LIMIT_PER_MINUTE');
    check(value === '20000000', value);
  },
  async 'values that a process or the API server would refuse are refused before anything is installed'() {
    const odd = {
      'kafka.caSecret="ca"': "'/kafka/tls'",
      'kafka.certificateSecret="user"': "'/kafka/tls'",
      'kafka.brokers="[::1]:9092"': "'/kafka/brokers'",
      'kafka.topicPrefix="shop/"': "'/kafka/topicPrefix'",
      'kafka.partitions=1000': "'/kafka/partitions'",
      'kafka.replication=10': "'/kafka/replication'",
      'webhookAllowedNetworks="10.0.0.0/8,"': "'/webhookAllowedNetworks'",
      'webhookAllowedNetworks="10.0.0.1"': "'/webhookAllowedNetworks'",
      'gateway.trustedProxies="proxy"': "'/gateway/trustedProxies'",
      'gateway.bytesInFlightMiB=7': "'/gateway/bytesInFlightMiB'",
      'networkPolicy.database.cidrs=["db.example.com"]': "'/networkPolicy/database/cidrs/0'",
      'defaults.podLabels={"app.kubernetes.io/component":"shop"}': "'/defaults/podLabels/app.kubernetes.io~1component'",
      'sales.overrides.extraEnv=[{"value":"shop"}]': "'/sales/overrides/extraEnv/0'",
      'fullnameOverride="My_Shop"': "'/fullnameOverride'",
      'sales.overrides.autoscaling={"enabled":true,"minReplicas":6,"maxReplicas":5}': 'sales: autoscaling.minReplicas',
    };
    for (const [values, place] of Object.entries(odd)) {
      const refusal = await render([...MINIMAL, '--set-json', values]).then(
        () => 'it is accepted',
        ({ message }) => message,
      );
      check(refusal.includes(place), `${values}: ${refusal}`);
    }
  },
  async 'names of objects have 63 characters at most, with a long version as well, and no dots'() {
    const copy = mkdtempSync(join(tmpdir(), 'stockbook-chart-'));
    try {
      cpSync(join(root, CHART), copy, { recursive: true });
      const file = join(copy, 'Chart.yaml');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^appVersion: .*/m, 'appVersion: 10.10.10-rc.1'));
      const name = ['--set', `fullnameOverride=${'a'.repeat(60)}`];
      for (const { metadata } of await objects([...EVERYTHING, ...name, '--set-json', 'command=["migrate"]'], copy))
        check(metadata.name.length <= 63, metadata.name);
      const helm = await goTool('helm');
      const dotted = await run(helm, ['template', 'shop.eu', CHART, '--kube-version', KUBE_VERSION, ...EVERYTHING]);
      check(!/^  name: shop\.eu/m.test(dotted), 'names of Services have no dots');
    } finally {
      rmSync(copy, { recursive: true });
    }
  },
  async 'values.yaml stays short'() {
    check(readFileSync(join(root, CHART, 'values.yaml'), 'utf8').split('\n').length <= 250, 'more than 250 lines');
  },
  async 'the chart makes no Secret'() {
    check(!(await objects(EVERYTHING)).some(({ kind }) => kind === 'Secret'), 'it renders a Secret');
  },
  async 'a rollout never takes a replica away before the new one is known'() {
    for (const { spec } of await ofKind('Deployment', EXTERNAL)) {
      check(spec.minReadySeconds === 15 && spec.strategy.rollingUpdate.maxUnavailable === 0, 'too fast');
    }
  },
  async 'the grace period covers the delay of the gateway and the drain'() {
    for (const { spec } of await ofKind('Deployment', EXTERNAL)) {
      const { terminationGracePeriodSeconds, containers } = spec.template.spec;
      check(terminationGracePeriodSeconds === (containers[0].name === 'gateway' ? 45 : 30), containers[0].name);
    }
  },
  async 'containers have no CPU limit and as much memory as they request'() {
    for (const { spec } of await ofKind('Deployment', EXTERNAL)) {
      const { limits, requests } = spec.template.spec.containers[0].resources;
      check(limits.cpu === undefined && limits.memory === requests.memory, JSON.stringify(limits));
    }
  },
  async 'liveness and readiness ask the health port'() {
    for (const { spec } of await ofKind('Deployment', EXTERNAL)) {
      const { livenessProbe, readinessProbe, startupProbe } = spec.template.spec.containers[0];
      const paths = [startupProbe, livenessProbe, readinessProbe].map(
        ({ httpGet }) => `${httpGet.port}${httpGet.path}`,
      );
      check(isDeepStrictEqual(paths, ['health/health/live', 'health/health/live', 'health/health/ready']), `${paths}`);
    }
  },
  async 'monitoring has the alerts, the dashboard and labels that the alerts know'() {
    const [monitor] = await ofKind('ServiceMonitor', EVERYTHING);
    const [endpoint] = monitor.spec.endpoints;
    check(endpoint.honorLabels && endpoint.relabelings[0].replacement === 'stockbook', JSON.stringify(endpoint));
    const [rule] = await ofKind('PrometheusRule', EVERYTHING);
    check(rule.spec.groups[0].rules.length > 10, 'no alerts');
    const dashboards = (await ofKind('ConfigMap', EVERYTHING)).flatMap(({ data }) => Object.values(data));
    check(
      dashboards.some((text) => text.includes('stockbook_http_requests_total')),
      'no dashboard',
    );
  },
  async 'one replica has no disruption budget'() {
    check((await ofKind('PodDisruptionBudget', MINIMAL)).length === 0, 'a drain would wait for ever');
    check((await ofKind('PodDisruptionBudget', EXTERNAL)).length === 5, 'one each');
  },
  async 'an autoscaled Deployment states no replicas'() {
    for (const { spec } of await ofKind('Deployment', EVERYTHING)) check(spec.replicas === undefined, 'replicas');
  },
  async 'more replicas of a service than partitions are refused'() {
    const refusal = await render([...EVERYTHING, '--set', 'defaults.autoscaling.maxReplicas=13']).catch(String);
    check(refusal.includes('must not exceed kafka.partitions, 12'), refusal);
  },
  async 'the migration hook refers to nothing that the chart makes'() {
    const all = await objects(EXTERNAL);
    const [job] = all.filter(({ kind }) => kind === 'Job');
    const made = all.filter(({ kind }) => kind !== 'Job').map(({ metadata }) => `"${metadata.name}"`);
    check(job.metadata.annotations['helm.sh/hook'] === 'pre-install,pre-upgrade', 'no hook');
    check(!made.some((name) => JSON.stringify(job.spec).includes(name)), 'it refers to an object of the chart');
  },
  async 'a plain migration Job has another name when anything in it changes'() {
    const plain = async (...more) => (await ofKind('Job', [...EVERYTHING, ...more]))[0].metadata.name;
    check((await plain()) !== (await plain('--set', 'database.migrationSecret=another')), 'the same name');
  },
  async 'the chart counts as many connections for a service as it opens'() {
    await run('node', ['tools/build.mjs']);
    const { CONNECTIONS } = await import('../../../libs/service/dist/run-service.js');
    check(
      readFileSync(join(root, CHART, 'templates/_helpers.tpl'), 'utf8').includes(`(mul ${CONNECTIONS} `),
      `${CONNECTIONS}`,
    );
  },
  async 'every variable of a container is documented'() {
    const documented = readFileSync(join(root, 'docs/operations.md'), 'utf8');
    for (const { spec } of [...(await ofKind('Deployment', EXTERNAL)), ...(await ofKind('Job', EXTERNAL))])
      for (const { name } of spec.template.spec.containers[0].env) check(documented.includes(`\`${name}\``), name);
  },
};

const withPods = async (options) => (await objects(options)).filter(({ kind }) => /^(Deployment|Job)$/.test(kind));

/** Returns how many rules there are; throws with those that do not hold. */
export async function checkRules() {
  const broken = [];
  const all = Object.entries({ ...rules, ...networkRules });
  for (const [sentence, rule] of all)
    await rule().catch((error) => broken.push(`not true: ${sentence}\n  ${error.message}`));
  check(broken.length === 0, broken.join('\n'));
  return all.length;
}
