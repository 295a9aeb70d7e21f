import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TestBucket {
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Starts an S3-compatible server with an empty bucket, `images`. */
export async function openBucket(): Promise<TestBucket> {
  const { default: S3Server } = await import('@20minutes/s3rver');
  const directory = await mkdtemp(join(tmpdir(), 'stockbook-bucket-'));
  const configureBuckets = [{ name: 'images', configs: [] }];
  const server = new S3Server({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return {
    env: {
      MEDIA_BUCKET_URL: `http://127.0.0.1:${port}/images/`,
      MEDIA_BUCKET_KEY_ID: 'S3RVER',
      MEDIA_BUCKET_SECRET: 'S3RVER',
    },
    close: async () => {
      await server.close();
      await rm(directory, { recursive: true });
    },
  };
}
