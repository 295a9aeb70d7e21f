import type { TlsFiles } from '@stockbook/process';
import { isIP } from 'node:net';
import type { ConnectionOptions, TlsOptions, TLSSocket } from 'node:tls';
import type { ReplicaAddress } from './address.js';

/** Node waits for 2 minutes. */
const HANDSHAKE_MS = 2_000;

/** The replica and this process do not accept each other's certificates. */
export class HandshakeFault extends Error {}

/** Requires that both sides show a certificate. */
export const serverOptions = (files: TlsFiles): TlsOptions => ({
  ...files.current,
  requestCert: true,
  rejectUnauthorized: true,
  minVersion: 'TLSv1.3',
  handshakeTimeout: HANDSHAKE_MS,
});

/** The name stands in for the address, to which it was resolved: certificates are for names. */
export const clientOptions = (files: TlsFiles, { host, name = host }: ReplicaAddress): ConnectionOptions => ({
  ...files.current,
  ...(!isIP(name) && { servername: name }),
  minVersion: 'TLSv1.3',
});

/** Rejects when the handshake fails, or when the connection ends before. */
export function handshake(socket: TLSSocket): Promise<void> {
  const secured = new Promise<void>((resolve, reject) => {
    socket.once('secureConnect', resolve);
    socket.once('error', (error) => reject(new HandshakeFault(error.message, { cause: error })));
    socket.once('close', () => reject(new HandshakeFault('The connection ended.')));
  });
  // `connect` may have failed before anybody waits for it.
  secured.catch(() => undefined);
  return secured;
}
