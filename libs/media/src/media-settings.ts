import { Refused } from '@stockbook/contracts';
import { type Environment, StartFault } from '@stockbook/process';
import { type Bucket, BucketStore } from './bucket-store.js';
import { DirectoryStore } from './directory-store.js';
import type { MediaStore } from './media-store.js';

const noStore: MediaStore = {
  async put() {
    throw new Refused({
      code: 'forbidden',
      message: 'Images are not kept here, because the operator has set neither MEDIA_DIRECTORY nor MEDIA_BUCKET_URL.',
    });
  },
  async open() {
    return undefined;
  },
  async remove() {
    // There is nothing to remove.
  },
};

/** Returns the store that the variables name: a bucket, else a directory, else none. */
export function mediaStoreIn(env: Environment): MediaStore {
  const bucket = bucketIn(env);
  const directory = env['MEDIA_DIRECTORY'];
  return bucket ? new BucketStore(bucket) : directory ? new DirectoryStore(directory) : noStore;
}

function bucketIn(env: Environment): Bucket | undefined {
  const { MEDIA_BUCKET_URL: url, MEDIA_BUCKET_KEY_ID: accessKeyId, MEDIA_BUCKET_SECRET: secretAccessKey } = env;
  if (!url) return undefined;
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new StartFault(`MEDIA_BUCKET_URL must be the http or https URL of a bucket, not '${url}'.`);
  if (!accessKeyId || !secretAccessKey)
    throw new StartFault('MEDIA_BUCKET_URL needs MEDIA_BUCKET_KEY_ID and MEDIA_BUCKET_SECRET.');
  const region = env['MEDIA_BUCKET_REGION'] || 'us-east-1';
  return { url: url.replace(/\/+$/, ''), region, accessKeyId, secretAccessKey };
}
