import setUpPostgres, { setUpKafka } from './jest-global-setup.mjs';

/** For the specs that want Kafka beside what all have. */
export default async function setUp() {
  await setUpPostgres();
  await setUpKafka();
}
