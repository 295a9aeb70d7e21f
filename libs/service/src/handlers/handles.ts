import { type Call, type Operation, operations } from '@stockbook/contracts';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { Later } from '../admission/later.js';
import type { WrittenAnswer } from './written-answer.js';
import type { PoolName } from '../admission/admission-queue.js';

const OPERATION = 'stockbook:operation';

interface HandlesOptions {
  /** Its calls share connections: `SharedWrites` or `sharedReads` answer those of an account together. */
  readonly sharesConnections?: boolean;
}

interface Handled extends HandlesOptions {
  readonly operation: Operation;
}

export function Handles<I extends object, O extends object>(operation: Operation<I, O>, options?: HandlesOptions) {
  return <M extends (call: Call<I>) => Promise<O | WrittenAnswer<O> | Later<O>>>(
    target: object,
    key: string,
    method: TypedPropertyDescriptor<M>,
  ) =>
    // The transport is named: otherwise Nest binds the pattern to every transport of a hybrid application.
    applyDecorators(
      MessagePattern(operation.path, Transport.TCP, { callers: operation.callers }),
      SetMetadata(OPERATION, { operation, ...options }),
    )(target, key, method);
}

export const handledBy = (handler: object): Handled => Reflect.getMetadata(OPERATION, handler);

/** Operations that only services call have a pool of their own. */
export const poolOf = ({ path, kind }: Operation): PoolName => (operations.has(path) ? kind : 'internal');
