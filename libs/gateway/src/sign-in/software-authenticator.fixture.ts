import { createHash, createSign, generateKeyPairSync, type KeyPairKeyObjectResult, randomBytes } from 'node:crypto';

const [USER_PRESENT, USER_VERIFIED, HAS_KEY] = [0x01, 0x04, 0x40];

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();
const base64url = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64url');

type Cbor = number | string | Buffer | readonly Buffer[] | ReadonlyMap<number | string, unknown>;

/** Writes CBOR in which no value has more than 65,535 bytes. */
function cbor(value: Cbor): Buffer {
  const head = (major: number, length: number) => {
    if (length < 24) return Buffer.from([(major << 5) | length]);
    if (length < 256) return Buffer.from([(major << 5) | 24, length]);
    return Buffer.from([(major << 5) | 25, length >> 8, length & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const map = value as ReadonlyMap<number | string, Cbor>;
  const members = [...map].flatMap(([key, member]) => [cbor(key), cbor(member)]);
  return Buffer.concat([head(5, map.size), ...members]);
}

/** Makes the statement of an attestation for the key of a passkey. */
type Attest = (keys: KeyPairKeyObjectResult, clientDataHash: Buffer) => { fmt: string; attStmt: Record<string, Cbor> };

const withoutStatement: Attest = () => ({ fmt: 'none', attStmt: {} });

/** A passkey in memory, as a browser would show it to a page of the origin. */
export class SoftwareAuthenticator {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly id = randomBytes(32);
  private counter = 0;

  constructor(
    private readonly origin: string,
    private readonly flags = USER_PRESENT | USER_VERIFIED,
  ) {}

  create(challenge: string, attest = withoutStatement) {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    const [X, Y] = [x, y].map((coordinate) => Buffer.from(coordinate, 'base64url'));
    const key = new Map<number, number | Buffer>([...Object.entries({ 1: 2, 3: -7 })].map(([k, v]) => [Number(k), v]));
    for (const [label, member] of [
      [-1, 1],
      [-2, X!],
      [-3, Y!],
    ] as const)
      key.set(label, member);
    const idLength = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), idLength, this.id, cbor(key)]);
    const authData = Buffer.concat([this.data(this.flags | HAS_KEY), credential]);
    const clientDataJSON = this.clientData('webauthn.create', challenge);
    const { fmt, attStmt } = attest(this.keys, sha256(Buffer.from(clientDataJSON, 'base64url')));
    const statement = new Map(Object.entries(attStmt));
    const attestation = cbor(new Map(Object.entries({ fmt, attStmt: statement, authData })));
    return this.shown({ clientDataJSON, attestationObject: base64url(attestation) });
  }

  get(challenge: string) {
    const clientDataJSON = this.clientData('webauthn.get', challenge);
    const authenticatorData = this.data(this.flags);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const signature = createSign('sha256').update(signed).sign(this.keys.privateKey);
    return this.shown({
      clientDataJSON,
      authenticatorData: base64url(authenticatorData),
      signature: base64url(signature),
    });
  }

  private data(flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(++this.counter);
    return Buffer.concat([sha256(new URL(this.origin).hostname), Buffer.from([flags]), counter]);
  }

  private clientData = (type: string, challenge: string) =>
    base64url(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }));

  private shown(response: object) {
    const id = base64url(this.id);
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }
}
