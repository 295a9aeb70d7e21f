// A supervisor that sends the ids of the processes that it keeps running and prints their output.
import { startSystem } from '@stockbook/distributed';

const { processes } = await startSystem({ env: process.env, report: console.log });
process.send(processes.map(({ name, pid }) => ({ name, pid })));
