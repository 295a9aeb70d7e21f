import { startEmbeddedPostgres } from '../../dist/postgres/embedded-postgres.js';

const [, , directory] = process.argv;
process.on('SIGINT', () => process.send({ signal: 'SIGINT' }));
const { url, pid } = await startEmbeddedPostgres({ directory, report: () => undefined });
process.send({ url, pid });
process.once('message', () => process.exit(1));
