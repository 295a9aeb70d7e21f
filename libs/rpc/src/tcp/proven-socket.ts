import { counter, type Proofs, seldom } from '@stockbook/process';
import { JsonSocket, type TcpSocket } from '@nestjs/microservices';
import type { Socket } from 'node:net';
import { answerIn, takesText, textOfAnswer, textOfCall } from './packet-text.js';
import { Strangers } from './strangers.js';

const MESSAGE_CHARS = 64 * 1024 * 1024;
/** The first probe follows after this idle time; a vanished peer is detected 10 s later. */
const KEEP_ALIVE_MS = 5_000;
/** The clocks of two hosts may differ by this much, less the time that a message is under way. */
const LONGEST_MS = 60_000;
/** Probes of ports must not fill the log. */
const REPORT_EVERY_MS = 10_000;

export const refusedMessages = counter(
  'stockbook_unproven_messages_total',
  'Messages between processes that were refused',
  'kind',
);

/** Longer messages are encoded once, for the proof and for the socket. */
const ENCODED_CHARS = 64 * 1024;

/** A message is `<proof> <time> <packet>`. Without a valid proof it ends its connection. */
export function provenSocket(
  sent: 'call' | 'answer',
  proofs: Proofs,
  onUnproven: (fault: Error) => void = () => undefined,
): new (socket: Socket) => TcpSocket {
  const received = sent === 'call' ? 'answer' : 'call';
  const report = seldom(REPORT_EVERY_MS, onUnproven);
  const strangers = new Strangers();
  const frame = (text: string): string | Buffer => {
    const time = Date.now().toString(36);
    const encoded = text.length < ENCODED_CHARS ? text : Buffer.from(text);
    const proof = `${proofs.of(sent, time, encoded)} ${time} `;
    const head = `${proof.length + text.length}#${proof}`;
    return typeof encoded === 'string' ? head + encoded : Buffer.concat([Buffer.from(head), encoded]);
  };
  return class extends JsonSocket {
    private isProven = false;
    /** The process at the other end may be of the release before. */
    private peerTakesText = false;

    constructor(socket: Socket) {
      // Nest passes buffer limits only to its own class.
      super(socket, { maxBufferSize: MESSAGE_CHARS });
      // Nagle's algorithm is off: with it there were 112 instead of 49,000 requests/s.
      socket.setNoDelay(true).setKeepAlive(true, KEEP_ALIVE_MS);
      // Nest keeps it private. A string that is sent as a message would be escaped as JSON once more.
      Object.assign(this, { formatMessageData: (packet: object) => frame(this.textOf(packet)) });
    }

    protected override handleData(data: Buffer | string): void {
      if (!this.isProven && !strangers.receive(this.socket, data.length)) {
        refusedMessages.inc({ kind: received });
        report(new Error('Connections that have proven nothing have sent too many bytes.'));
      }
      if (!this.socket.destroyed) super.handleData(data);
    }

    protected override emitMessage(data: string): void {
      const [head = '', proof = '', time = ''] = /^([\w.-]{1,100}) ([0-9a-z]{1,12}) /.exec(data) ?? [];
      const text = data.slice(head.length);
      const age_ms = Math.abs(Date.now() - parseInt(time, 36));
      const isProven = proofs.holds(proof, received, time, text);
      if (isProven && age_ms <= LONGEST_MS) {
        if (!this.isProven) strangers.forget(this.socket);
        this.isProven = true;
        return this.emitProven(text);
      }
      refusedMessages.inc({ kind: received });
      const fault = isProven ? `is ${Math.round(age_ms / 1_000)} s away from our time` : 'has no valid proof';
      report(new Error(`A message of ${this.socket.remoteAddress ?? 'a closed connection'} ${fault}.`));
      this.handleDataError(new Error(`The message ${fault}.`), { destroy: true });
    }

    private textOf(packet: object): string {
      if (sent === 'call') return textOfCall(packet);
      return this.peerTakesText ? textOfAnswer(packet) : JSON.stringify(packet);
    }

    private emitProven(text: string): void {
      if (received === 'call') this.peerTakesText = takesText(text);
      const answer = received === 'answer' && answerIn(text);
      if (!answer) return super.emitMessage(text);
      this.socket.emit('message', answer);
    }
  };
}
