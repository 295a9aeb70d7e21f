import { openHome } from '../../dist/home/home.js';

const [, , path] = process.argv;
try {
  await openHome(path);
  process.send({ pid: process.pid });
  process.channel.ref();
} catch (error) {
  process.send({ fault: error.message });
  process.disconnect();
}
