import { AwsClient } from 'aws4fetch';
import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { MediaStore, StoredFile } from './media-store.js';

export interface Bucket {
  /** The bucket itself, in the style of paths or of hosts. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** All tries together may take this long from the request to the head of the answer. */
const ANSWER_MS = 5_000;
const RETRIES = 2;

/** Stores objects in an S3-compatible bucket. */
export class BucketStore implements MediaStore {
  private readonly client: AwsClient;

  constructor(private readonly bucket: Bucket) {
    this.client = new AwsClient({ ...bucket, service: 's3', retries: RETRIES });
  }

  async put(name: string, bytes: Buffer, type: string): Promise<void> {
    const headers = { 'content-type': type, 'x-amz-content-sha256': hash('sha256', bytes, 'hex') };
    await (await this.send('PUT', name, { body: new Uint8Array(bytes), headers })).arrayBuffer();
  }

  async open(name: string): Promise<StoredFile | undefined> {
    const { status, headers, body } = await this.send('GET', name);
    if (status !== 404 && body) {
      return { bytes: Number(headers.get('content-length')), stream: Readable.fromWeb(body) };
    }
    await body?.cancel();
    return undefined;
  }

  async remove(name: string): Promise<void> {
    await (await this.send('DELETE', name)).arrayBuffer();
  }

  private async send(method: string, name: string, init?: RequestInit): Promise<Response> {
    const cut = new AbortController();
    const timer = setTimeout(() => cut.abort(), ANSWER_MS);
    const terms = { ...init, method, signal: cut.signal, redirect: 'error' as const };
    const response = await this.client.fetch(`${this.bucket.url}/${name}`, terms).finally(() => clearTimeout(timer));
    const { ok, status, body } = response;
    if (ok || (status === 404 && method !== 'PUT')) return response;
    await body?.cancel();
    throw new Error(`The bucket answered ${method} with ${status}.`);
  }
}
