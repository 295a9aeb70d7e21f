import { type ProcessName, processes } from '@stockbook/contracts';
import type { MessageHandler } from '@nestjs/microservices';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';

const NO_SUBJECT = { subject: 'never', wildcards: false } as const;

const known = new WeakMap<TLSSocket, readonly ProcessName[]>();

function namesOf(socket: TLSSocket): readonly ProcessName[] {
  const before = known.get(socket);
  if (before) return before;
  const certificate = socket.getPeerX509Certificate();
  const names = processes.filter((name) => certificate?.checkHost(name, NO_SUBJECT) !== undefined);
  known.set(socket, names);
  return names;
}

/** Clients without TLS have no names, and all with the keys may call. */
export function callerFault(socket: Socket, pattern: string, { extras }: MessageHandler): string | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const names = namesOf(socket);
  const callers: readonly ProcessName[] = extras?.['callers'] ?? [];
  if (names.some((name) => callers.includes(name))) return undefined;
  const named = names.join(', ') || 'no process';
  return (
    `The certificate of ${socket.remoteAddress} names ${named}, ` +
    `and ${pattern} is called by ${callers.join(', ') || 'none'}.`
  );
}
