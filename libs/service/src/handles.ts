import { type Call, type Operation, operations } from '@stockbook/contracts';
import { applyDecorators, SetMetadata } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { Lane } from './intake.js';

const LANE = 'stockbook:lane';

/** Makes a method the handler of an operation; its types must be the operation's. */
export function Handles<I extends object, O extends object>(operation: Operation<I, O>) {
  const lane: Lane = operations.has(operation.path) ? 'client' : 'internal';
  return <M extends (call: Call<I>) => Promise<O>>(target: object, key: string, method: TypedPropertyDescriptor<M>) =>
    // Without a transport named, Nest binds a pattern to every transport of a hybrid application.
    applyDecorators(MessagePattern(operation.path, Transport.TCP), SetMetadata(LANE, lane))(target, key, method);
}

/** Whether a handler serves clients or other services. */
export const laneOf = (handler: object): Lane => Reflect.getMetadata(LANE, handler) ?? 'client';
