import type { Call, Operation } from '@stockbook/contracts';
import { applyDecorators } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';

/** Makes a method the handler of an operation; its types must be the operation's. */
export function Handles<I extends object, O extends object>(operation: Operation<I, O>) {
  return <M extends (call: Call<I>) => Promise<O>>(target: object, key: string, method: TypedPropertyDescriptor<M>) =>
    // Without a transport named, Nest binds a pattern to every transport of a hybrid application.
    applyDecorators(MessagePattern(operation.path, Transport.TCP))(target, key, method);
}
