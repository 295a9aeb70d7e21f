import setUpPostgres, { setUpKafka } from './global-setup.mjs';

/** Serves the specs that want Kafka beside what all have. */
export default async function setUp() {
  await setUpPostgres();
  await setUpKafka();
}
