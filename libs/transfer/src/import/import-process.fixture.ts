import { Stockbook } from '@stockbook/client';
import { importFile } from './import-file.js';

const { client, options } = JSON.parse(process.argv[2] ?? '{}');
await importFile(new Stockbook(client), options);
