import {
  ClientProxy,
  type CustomTransportStrategy,
  type ReadPacket,
  Server,
  Transport,
  type WritePacket,
} from '@nestjs/microservices';
import { lastValueFrom } from 'rxjs';

/** Everything that goes between two services could go over a wire: nothing is shared by accident. */
const throughJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** Serves a service to callers of the same process. */
export class InProcessServer extends Server implements CustomTransportStrategy {
  override transportId = Transport.TCP;

  listen(done: () => void) {
    done();
  }
  close() {
    this.messageHandlers.clear();
  }
  override on() {
    throw new Error('An in-process server has no connection events.');
  }
  override unwrap(): never {
    throw new Error('An in-process server has no socket.');
  }

  async answer(pattern: string, data: unknown): Promise<unknown> {
    const handler = this.getHandlerByPattern(pattern);
    if (!handler) throw new Error(`No handler for ${pattern}.`);
    return throughJson(await lastValueFrom(this.transformToObservable(await handler(throughJson(data)))));
  }
}

/** Calls an in-process server. */
export class InProcessClient extends ClientProxy {
  constructor(private readonly server: InProcessServer) {
    super();
  }

  async connect() {}
  close() {}
  override unwrap(): never {
    throw new Error('An in-process client has no socket.');
  }

  protected publish({ pattern, data }: ReadPacket, callback: (packet: WritePacket) => void) {
    this.server.answer(pattern, data).then(
      (response) => callback({ response, isDisposed: true }),
      (err: unknown) => callback({ err, isDisposed: true }),
    );
    return () => undefined;
  }
  protected dispatchEvent(): never {
    throw new Error('Events travel by the event bus.');
  }
}
