import { brand, type Call } from '@stockbook/contracts';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Transport } from '@nestjs/microservices';
import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import type { Answer } from '../answer.js';
import { Intake } from '../intake.js';
import { type Address, tcpServer } from './tcp.js';

const limits = { running: 16, ofAccount: 16 };
const lanes = { read: limits, write: limits, internal: limits };

type Work = (call: Call) => Promise<Answer> | Answer;

/** A replica of a service that answers every call with its port, or as it is told. */
export class Replica {
  /** The calls that it took on. */
  readonly calls: Call[] = [];
  private intake = new Intake('inventory', { lanes });
  private app: INestMicroservice | undefined;

  constructor(
    readonly address: Address,
    private readonly work: Work = () => ({ json: JSON.stringify({ port: address.port }), replayed: false }),
  ) {}

  async start(): Promise<this> {
    const intake = new Intake('inventory', { lanes });
    const answer = (call: Call) =>
      intake.run(call, 'write', async () => {
        this.calls.push(call);
        return this.work(call);
      });
    @Controller()
    class Handlers {
      @MessagePattern(brand.get.path, Transport.TCP)
      get(call: Call) {
        return answer(call);
      }
      @MessagePattern(brand.add.path, Transport.TCP)
      add(call: Call) {
        return answer(call);
      }
    }
    @Module({ controllers: [Handlers] })
    class ReplicaModule {}
    this.intake = intake;
    this.app = await NestFactory.createMicroservice(ReplicaModule, { ...tcpServer(this.address), logger: false });
    await this.app.listen();
    return this;
  }

  /** How many connections to it are open. */
  async connections(): Promise<number> {
    const count = promisify((done: (error: Error | null, count: number) => void) =>
      this.app?.unwrap<Server>().getConnections(done),
    );
    return count();
  }

  /** Declines what comes, and resolves when what is in work is done. */
  drain(): Promise<void> {
    return this.intake.close();
  }

  /** Cuts every connection, whatever is in work. */
  async kill(): Promise<void> {
    await this.app?.close();
  }

  /** Drains, ends, and starts anew when `meanwhile` has come true. */
  async restart(meanwhile = async () => {}): Promise<void> {
    await this.drain();
    await this.kill();
    await meanwhile();
    await this.start();
  }
}

/** A way to a replica that can be held up: connections stay open, and nothing goes through. */
export class Strait {
  readonly listening: Promise<unknown>;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isHeld = false;

  constructor(
    readonly address: Address,
    beyond: Address,
  ) {
    const { host, port } = address;
    this.server = createServer((near) => {
      const far = connect(beyond);
      this.join(near, far);
      this.join(far, near);
    }).listen(port, host);
    this.listening = once(this.server, 'listening');
  }

  hold(): void {
    this.isHeld = true;
    for (const socket of this.sockets) socket.pause();
  }

  release(): void {
    this.isHeld = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Breaks every connection. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    this.cut();
    await closed;
  }

  private join(from: Socket, to: Socket): void {
    this.sockets.add(from);
    from.on('data', (bytes) => to.write(bytes));
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    if (this.isHeld) from.pause();
  }
}
