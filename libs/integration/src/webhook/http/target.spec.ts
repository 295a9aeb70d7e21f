import { AllowedNetworks, isPublic } from './networks.js';
import { urlFault } from './target.js';

const none = AllowedNetworks.in({});
const local = AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' });

describe('an address', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['10.1.2.3', 'private'],
    ['100.64.0.1', 'CGNAT'],
    ['127.0.0.1', 'loopback'],
    ['169.254.169.254', 'link-local: cloud metadata'],
    ['168.63.129.16', 'Azure WireServer'],
    ['172.16.0.1', 'private'],
    ['192.0.2.1', 'documentation'],
    ['192.168.1.1', 'private'],
    ['198.18.0.1', 'benchmarks'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'compatible with IPv4: 127.0.0.1'],
    ['::ffff:127.0.0.1', 'mapped'],
    ['::ffff:7f00:1', 'mapped, in hexadecimal'],
    ['64:ff9b::7f00:1', 'NAT64'],
    ['2001::1', 'Teredo'],
    ['2001:db8::1', 'documentation'],
    ['2002:7f00:1::', '6to4'],
    ['4000::1', 'outside of 2000::/3'],
    ['fc00::1', 'unique local'],
    ['fe80::1', 'link-local'],
    ['ff02::1', 'multicast'],
    ['example.com', 'no address'],
  ])('%s is refused: %s', (address) => expect(isPublic(address)).toBe(false));

  it.each(['93.184.216.34', '2606:4700::1111', '::ffff:93.184.216.34'])('%s is public', (address) =>
    expect(isPublic(address)).toBe(true),
  );
});

const notNamed = (address: string) =>
  `is not allowed: ${address} is not public, and in no network of WEBHOOK_ALLOWED_NETWORKS`;

describe('the URL of an endpoint', () => {
  it.each([
    ['hook', 'must be an absolute URL'],
    ['ftp://example.com', 'must begin with https://'],
    ['http://example.com', 'must begin with https://'],
    ['https://me@example.com', 'must not have a user name or a password'],
    ['https://:x@example.com', 'must not have a user name or a password'],
    ['https://example.com:0', 'must not have the port 0'],
    ['https://example.com:6379', 'must have the port 443 or 8443'],
    ['https://127.0.0.1', notNamed('127.0.0.1')],
    ['https://0x7f.1', notNamed('127.0.0.1')],
    ['https://2130706433', notNamed('127.0.0.1')],
    ['https://[::127.0.0.1]', notNamed('::7f00:1')],
    ['https://[::ffff:7f00:1]', notNamed('::ffff:7f00:1')],
    ['http://127.0.0.1:8080', notNamed('127.0.0.1')],
    ...['localhost', 'hook.localhost.'].map((name) => [
      `http://${name}:8080`,
      `is not allowed: ${name} has the address 127.0.0.1, which is not public, ` +
        'and in no network of WEBHOOK_ALLOWED_NETWORKS',
    ]),
  ])('%s %s', (url, fault) => expect(urlFault(url, none)).toBe(fault));

  it.each(['https://example.com/hook?a=1', 'https://example.com:8443', 'https://93.184.216.34'])('%s is taken', (url) =>
    expect(urlFault(url, none)).toBeUndefined(),
  );

  it('may be http, of any port, in an allowed network alone', () => {
    expect(urlFault('http://127.0.0.1:8080', local)).toBeUndefined();
    expect(urlFault('http://localhost:8080', local)).toBeUndefined();
    expect(urlFault('http://93.184.216.34', local)).toBe('is not allowed: public addresses take https alone');
    expect(urlFault('https://93.184.216.34:6379', local)).toBe('is not allowed: port 6379 is neither 443 nor 8443');
    expect(() => AllowedNetworks.in({ WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0' })).toThrow(
      "WEBHOOK_ALLOWED_NETWORKS must be networks like 10.0.0.0/8, not '10.0.0.0'.",
    );
  });
});
