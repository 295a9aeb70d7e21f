import { brand, type Call } from '@stockbook/contracts';
import { type Address, type Answer, tcpServer } from '@stockbook/rpc';
import { AdmissionQueue } from '@stockbook/service';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { Server } from 'node:net';
import { promisify } from 'node:util';
import { trusted } from '../trust.js';

const limits = { running: 16, ofAccount: 16 };
const pools = { read: limits, write: limits, internal: limits };

type Work = (call: Call) => Promise<Answer> | Answer;

/** The admission queue is real; it answers with its port unless `work` is given. */
export class Replica {
  readonly calls: Call[] = [];
  private admission = new AdmissionQueue('inventory', { pools });
  private app: INestMicroservice | undefined;

  constructor(
    readonly address: Address,
    private readonly work: Work = () => ({ json: JSON.stringify({ port: address.port }), replayed: false }),
  ) {}

  async start(): Promise<this> {
    const admission = new AdmissionQueue('inventory', { pools });
    const answer = (call: Call) =>
      admission.run(call, 'write', async () => {
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
    this.admission = admission;
    this.app = await NestFactory.createMicroservice(ReplicaModule, {
      ...tcpServer(this.address, trusted),
      logger: false,
    });
    await this.app.listen();
    return this;
  }

  async connections(): Promise<number> {
    const count = promisify((done: (error: Error | null, count: number) => void) =>
      this.app?.unwrap<Server>().getConnections(done),
    );
    return count();
  }

  /** Declines new calls, and resolves when those that have begun are done. */
  drain(): Promise<void> {
    return this.admission.close();
  }

  async kill(): Promise<void> {
    await this.app?.close();
  }

  async restart(meanwhile = async () => {}): Promise<void> {
    await this.drain();
    await this.kill();
    await meanwhile();
    await this.start();
  }
}
