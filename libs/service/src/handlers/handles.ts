import { type Call, type Operation, operations } from '@stockbook/contracts';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { PoolName } from '../admission/admission-queue.js';

const OPERATION = 'stockbook:operation';

/** Makes a method the handler of an operation; its types must be the operation's. */
export function Handles<I extends object, O extends object>(operation: Operation<I, O>) {
  return <M extends (call: Call<I>) => Promise<O>>(target: object, key: string, method: TypedPropertyDescriptor<M>) =>
    // Without a transport named, Nest binds a pattern to every transport of a hybrid application.
    applyDecorators(MessagePattern(operation.path, Transport.TCP), SetMetadata(OPERATION, operation))(
      target,
      key,
      method,
    );
}

/** The operation that a method handles. */
export const operationOf = (handler: object): Operation => Reflect.getMetadata(OPERATION, handler);

/** The pool of an operation's calls; operations that only services call have one of their own. */
export const poolOf = ({ path, kind }: Operation): PoolName => (operations.has(path) ? kind : 'internal');
