import type { Proofs, TlsFiles } from '@stockbook/process';

/** The host is an IP address, or a name that may resolve to several. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The keys and certificates by which the processes of a system know each other. */
export interface Trust {
  readonly proofs: Proofs;
  /** Connections are not encrypted if there are no files. */
  readonly tls?: TlsFiles | undefined;
}

export interface ReplicaAddress extends Address, Trust {
  /** The certificate of the replica is for this name. */
  readonly name?: string;
}
