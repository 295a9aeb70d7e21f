import type { CertificateFiles } from '@stockbook/testing/certificates';
import { readFile } from 'node:fs/promises';

/** Returns the properties of a broker's listener whose clients show a certificate and log in by SASL PLAIN. */
export async function securedProperties({ ca, cert, key }: CertificateFiles, username: string, password: string) {
  const login = `username="${username}" password="${password}" user_${username}="${password}"`;
  return {
    'ssl.keystore.type': 'PEM',
    'ssl.keystore.certificate.chain': await oneLine(cert),
    'ssl.keystore.key': await oneLine(key),
    'ssl.truststore.type': 'PEM',
    'ssl.truststore.certificates': await oneLine(ca),
    'ssl.client.auth': 'required',
    'sasl.enabled.mechanisms': 'PLAIN',
    'plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required ${login};`,
  };
}

const oneLine = async (path: string): Promise<string> => (await readFile(path, 'utf8')).trim().replaceAll('\n', '\\n');
