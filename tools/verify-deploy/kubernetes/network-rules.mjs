// Checks the rules of the design for services and network policies of the rendered chart.
import ipaddr from 'ipaddr.js';
import { isDeepStrictEqual } from 'node:util';
import { EVERYTHING, EXTERNAL, isNamed, MINIMAL, objects, ofKind } from './render.mjs';
import { check } from '../shell.mjs';

export const networkRules = {
  async 'with a collector every process knows it and may reach it, and without one neither'() {
    for (const [options, isTraced] of [
      [EVERYTHING, true],
      [EXTERNAL, false],
    ]) {
      for (const { spec, metadata } of await ofKind('Deployment', options)) {
        const { env } = spec.template.spec.containers[0];
        check(env.some(({ name }) => name === 'OTEL_EXPORTER_OTLP_ENDPOINT') === isTraced, metadata.name);
      }
      const policies = await ofKind('NetworkPolicy', options);
      const reaching = policies.filter(({ spec }) =>
        spec.egress.some(({ ports }) => ports?.some(({ port }) => port === 4318)),
      );
      check(reaching.length === (isTraced ? 5 : 0), `${reaching.length} policies`);
    }
  },
  async 'services are headless, the gateway is not'() {
    for (const { spec, metadata } of await ofKind('Service', EXTERNAL))
      check((spec.clusterIP === 'None') === !metadata.name.includes('-gateway'), metadata.name);
  },
  async 'a gateway that the Internet reaches keeps its metrics inside the cluster'() {
    const services = await ofKind('Service', [...EXTERNAL, '--set', 'gateway.service.type=LoadBalancer']);
    const open = services.filter(({ spec }) => spec.type === 'LoadBalancer');
    check(isDeepStrictEqual(open.map(portsOf), [['http']]), `${open.map(portsOf)}`);
    const scraped = services.filter((service) => portsOf(service).includes('health'));
    check(scraped.length === 5 && scraped.every(({ spec }) => spec.type !== 'LoadBalancer'), `${scraped.length}`);
    const [{ spec }] = await ofKind('ServiceMonitor', EVERYTHING);
    for (const { metadata } of scraped)
      for (const [label, value] of Object.entries(spec.selector.matchLabels))
        check(metadata.labels[label] === value, `${metadata.name} is not scraped`);
  },
  async 'the network policy of the migration hook is there before it'() {
    const all = (await objects(EXTERNAL)).filter(({ metadata }) => metadata.annotations?.['helm.sh/hook']);
    const weightOf = (kind) =>
      Number(all.find((each) => each.kind === kind)?.metadata.annotations['helm.sh/hook-weight']);
    check(weightOf('NetworkPolicy') < weightOf('Job'), 'it comes later');
  },
  async 'only pods of the release reach the ports of services'() {
    const { spec } = (await ofKind('NetworkPolicy', EXTERNAL)).find(({ metadata }) => metadata.name.endsWith('-sales'));
    const [{ ports, from }] = spec.ingress;
    check(spec.ingress.length === 1 && ports[0].port === 3001, 'another port');
    check(from[0].podSelector.matchLabels['app.kubernetes.io/instance'] === 'shop', 'another peer');
  },
  async 'webhooks reach public addresses and the networks that the operator allows'() {
    const policies = await ofKind('NetworkPolicy', EVERYTHING);
    const { spec } = policies.find(({ metadata }) => metadata.name.endsWith('-integration'));
    const blocks = spec.egress.flatMap(({ to = [] }) => to.flatMap(({ ipBlock }) => ipBlock ?? []));
    const isAdmitted = (address) =>
      blocks.some(({ cidr, except = [] }) => isIn(cidr, address) && !except.some((each) => isIn(each, address)));
    const special = [ipaddr.IPv4, ipaddr.IPv6].flatMap(({ prototype }) =>
      Object.values(prototype.SpecialRanges).flat(2),
    );
    for (const address of ['10.0.0.0', 'fd00::1', '1.1.1.1', '2606:4700::1111'])
      check(isAdmitted(address), `${address} is denied`);
    const refused = [...special.filter((each) => typeof each === 'object').map(String), '168.63.129.16', '4000::1'];
    for (const address of refused) check(!isAdmitted(address) || address === '10.0.0.0', `${address} is open`);
  },
  async 'services reach the ports of the brokers and of the collector, unless others are given'() {
    const portsOfPolicy = async (...more) => {
      const policies = await ofKind('NetworkPolicy', [...MINIMAL, '--set', 'networkPolicy.enabled=true', ...more]);
      const { spec } = policies.find(({ metadata }) => isNamed(metadata, 'sales'));
      return spec.egress.flatMap(({ ports, to }) => (to || ports[0].port === 53 ? [] : ports.map(({ port }) => port)));
    };
    const brokers = ['--set-json', 'kafka.brokers="one:9094,two:9094,three:9095"'];
    const found = await portsOfPolicy(...brokers, '--set', 'tracing.endpoint=http://collector:4319/otlp');
    check(isDeepStrictEqual(found, [5432, 9094, 9095, 4319]), `${found}`);
    const given = ['--set', 'networkPolicy.kafka.port=19094', '--set', 'networkPolicy.tracing.port=8443'];
    const others = await portsOfPolicy(...brokers, ...given, '--set', 'tracing.endpoint=https://collector');
    check(isDeepStrictEqual(others, [5432, 19094, 8443]), `${others}`);
    const plain = await portsOfPolicy('--set', 'tracing.endpoint=https://collector');
    check(isDeepStrictEqual(plain, [5432, 9092, 443]), `${plain}`);
  },
  async 'integration without ports of webhooks reaches no public address'() {
    const policies = await ofKind('NetworkPolicy', [...EXTERNAL, '--set-json', 'networkPolicy.webhookPorts=[]']);
    const { spec } = policies.find(({ metadata }) => isNamed(metadata, 'integration'));
    check(!JSON.stringify(spec).includes('0.0.0.0/0'), 'it reaches all ports of public addresses');
  },
};

function isIn(cidr, text) {
  const [network, bits] = ipaddr.parseCIDR(cidr);
  const address = ipaddr.parse(text);
  return address.kind() === network.kind() && address.match(network, bits);
}

const portsOf = ({ spec }) => spec.ports.map(({ name }) => name);
