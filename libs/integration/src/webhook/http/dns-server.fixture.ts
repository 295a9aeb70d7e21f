import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

const TYPES: Readonly<Record<number, 4 | 6>> = { 1: 4, 28: 6 };

/** Answers with the addresses of a name for one family; undefined means no answer at all. */
export type Answers = (name: string, family: 4 | 6) => readonly string[] | 'servfail' | undefined;

/** A small DNS server over UDP that answers what a test says. */
export class DnsServer {
  /** The questions so far, as `hook.test 4`. */
  readonly asked: string[] = [];

  private constructor(private readonly socket: Socket) {}

  static async open(answers: Answers): Promise<DnsServer> {
    const socket = createSocket('udp4');
    const server = new DnsServer(socket);
    socket.on('message', (query, { port, address }) => {
      const reply = server.reply(query, answers);
      if (reply) socket.send(reply, port, address);
    });
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  close(): void {
    this.socket.close();
  }

  private reply(query: Buffer, answers: Answers): Buffer | undefined {
    const { name, end } = nameAt(query, 12);
    const family = TYPES[query.readUInt16BE(end)];
    if (!family) return undefined;
    this.asked.push(`${name} ${family}`);
    const found = answers(name, family);
    if (!found) return undefined;
    const isFault = found === 'servfail';
    const addresses = isFault ? [] : found.filter((address) => isIP(address) === family);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (isFault ? 2 : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    return Buffer.concat([header, query.subarray(12, end + 4), ...addresses.map(addressRecord)]);
  }
}

function nameAt(query: Buffer, start: number): { name: string; end: number } {
  const labels: string[] = [];
  let at = start;
  for (let length = query.readUInt8(at); length; length = query.readUInt8(at)) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** Returns an answer that points at the name of the question, with a time to live of 0. */
function addressRecord(address: string): Buffer {
  const bytes = isIP(address) === 4 ? address.split('.').map(Number) : bytesOfV6(address);
  const type = isIP(address) === 4 ? 1 : 28;
  return Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length, ...bytes]);
}

function bytesOfV6(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (text: string) =>
    text
      .split(':')
      .filter(Boolean)
      .map((group) => parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail ?? '')];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0);
  return [...first, ...zeros, ...last].flatMap((group) => [group >> 8, group & 255]);
}
