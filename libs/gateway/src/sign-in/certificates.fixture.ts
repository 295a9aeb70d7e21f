import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';

const INTEGER = 0x02;
const [BIT_STRING, OCTETS, OID, UTF8, ENUMERATED, TIME, SEQUENCE, SET] = [3, 4, 6, 12, 10, 0x17, 0x30, 0x31];
const context = (tag: number) => 0xa0 | tag;

/** Writes a value in DER. */
function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const { length } = content;
  return Buffer.concat([Buffer.from([tag, ...(length < 128 ? [length] : [0x82, length >> 8, length & 255])]), content]);
}
const integer = (value: number) => der(INTEGER, Buffer.from([value]));
const bits = (bytes: Buffer) => der(BIT_STRING, Buffer.from([0]), bytes);
const oid = (hex: string) => der(OID, Buffer.from(hex, 'hex'));
const name = (text: string) => der(SEQUENCE, der(SET, der(SEQUENCE, oid('550403'), der(UTF8, text))));

const ECDSA_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'));
/** The ids of the extensions `cRLDistributionPoints` and `keyDescription` of Android. */
const [CRL, KEY_DESCRIPTION] = ['551d1f', '2b06010401d679020111'];

interface Named {
  readonly subject: string;
  readonly key: KeyObject;
  readonly extensions?: readonly Buffer[];
}

function certificate({ subject, key, extensions = [] }: Named, issuer: string, signingKey: KeyObject): Buffer {
  const signed = der(
    SEQUENCE,
    der(context(0), integer(2)),
    integer(1),
    ECDSA_SHA256,
    name(issuer),
    der(SEQUENCE, der(TIME, '200101000000Z'), der(TIME, '491231235959Z')),
    name(subject),
    key.export({ type: 'spki', format: 'der' }),
    der(context(3), der(SEQUENCE, ...extensions)),
  );
  return der(SEQUENCE, signed, ECDSA_SHA256, bits(createSign('sha256').update(signed).sign(signingKey)));
}

/** Returns a chain of two certificates for a key of Android. The first one says where its revocations are listed. */
export function androidChain(key: KeyObject, challenge: Buffer, revocations: string): Buffer[] {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const levels = [1, 0, 1, 0].map((value, i) => der(i % 2 ? ENUMERATED : INTEGER, Buffer.from([value])));
  const description = [...levels, der(OCTETS, challenge), der(OCTETS), der(SEQUENCE), der(SEQUENCE)];
  const place = der(SEQUENCE, der(context(0), der(context(0), der(0x86, revocations))));
  const extensions = [
    der(SEQUENCE, oid(CRL), der(OCTETS, der(SEQUENCE, place))),
    der(SEQUENCE, oid(KEY_DESCRIPTION), der(OCTETS, der(SEQUENCE, ...description))),
  ];
  const leaf = certificate({ subject: 'Key', key, extensions }, 'Root', root.privateKey);
  return [leaf, certificate({ subject: 'Root', key: root.publicKey }, 'Root', root.privateKey)];
}
