import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import type { Environment } from '../environment.js';
import type { Log } from '../log/log.js';
import { reasonOf, StartFault } from '../start-fault.js';

/** Certificates are replaced while a process runs: Kubernetes swaps the files of a mounted Secret. */
const READ_EVERY_MS = 60_000;

/** The texts are in PEM format. */
export interface TlsTexts {
  /** The authorities that sign what this process trusts; without it, those of Node. */
  readonly ca?: string;
  readonly cert?: string;
  readonly key?: string;
}

type TlsVariables = { readonly [K in keyof TlsTexts]: string };

/** A certificate with its key and authorities. Files that do not fit together replace nothing. */
export class TlsFiles {
  private readonly listeners = new Set<() => void>();

  private constructor(
    private readonly read: () => TlsTexts,
    private texts: TlsTexts,
  ) {}

  /** Undefined when no variable is set. A StartFault names the files that cannot be used. */
  static in(env: Environment, variables: TlsVariables): TlsFiles | undefined {
    const paths = Object.entries(variables).flatMap(([part, name]) => (env[name] ? [{ part, path: env[name] }] : []));
    if (!paths.length) return undefined;
    const read = () => {
      const texts: TlsTexts = Object.fromEntries(paths.map(({ part, path }) => [part, readFileSync(path, 'utf8')]));
      createSecureContext({ ...texts });
      return texts;
    };
    try {
      return new TlsFiles(read, read());
    } catch (error) {
      const names = Object.values(variables).join(', ');
      throw new StartFault(`The files of ${names} cannot be used: ${reasonOf(error)}.`, { cause: error });
    }
  }

  get current(): TlsTexts {
    return this.texts;
  }

  /** Reads the files every minute. */
  follow(log: Log): void {
    const report = (err: unknown) => log.error({ err }, 'the TLS files cannot be used; those before stay in use');
    setInterval(() => this.refresh(report), READ_EVERY_MS).unref();
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  refresh(report: (fault: unknown) => void): void {
    try {
      const texts = this.read();
      if (JSON.stringify(texts) === JSON.stringify(this.texts)) return;
      this.texts = texts;
      for (const listener of this.listeners) listener();
    } catch (error) {
      report(error);
    }
  }
}
