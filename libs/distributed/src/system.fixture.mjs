// A supervisor that tells the ids of the processes that it keeps running, and says on its output what it says.
import { startSystem } from '@stockbook/distributed';

const { processes } = await startSystem({ env: process.env, report: console.log });
process.send(processes.map(({ name, pid }) => ({ name, pid })));
