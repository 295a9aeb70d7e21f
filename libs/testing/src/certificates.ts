import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const openssl = (...options: string[]) => run('openssl', options);
const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** The paths of PEM files. */
export interface CertificateFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
}

/** A private authority, made by the command `openssl`, whose certificates are valid for a day. */
export class Authority {
  private constructor(
    private readonly folder: string,
    private readonly name: string,
  ) {}

  static async in(folder: string, name = 'ca'): Promise<Authority> {
    const authority = new Authority(folder, name);
    const { ca, caKey } = authority;
    await openssl('req', '-x509', ...NEW_KEY, '-days', '1', '-subj', `/CN=${name}`, '-keyout', caKey, '-out', ca);
    return authority;
  }

  get ca(): string {
    return join(this.folder, `${this.name}.crt`);
  }

  private get caKey(): string {
    return join(this.folder, `${this.name}.key`);
  }

  /** `hosts` are subject alternative names, like DNS:sales and IP:127.0.0.1. */
  async issue(name: string, hosts: readonly string[]): Promise<CertificateFiles> {
    const path = (suffix: string) => join(this.folder, `${name}.${suffix}`);
    const [cert, key, request, extensions] = [path('crt'), path('key'), path('csr'), path('ext')];
    await writeFile(extensions, `subjectAltName=${hosts.join(',')}\n`);
    await openssl('req', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
    const signed = ['-CA', this.ca, '-CAkey', this.caKey, '-CAcreateserial', '-days', '1', '-extfile', extensions];
    await openssl('x509', '-req', '-in', request, ...signed, '-out', cert);
    return { ca: this.ca, cert, key };
  }
}

export const tlsEnvironment = ({ ca, cert, key }: CertificateFiles) => ({
  TLS_CA_FILE: ca,
  TLS_CERT_FILE: cert,
  TLS_KEY_FILE: key,
});
