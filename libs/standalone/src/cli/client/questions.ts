import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { StartFault } from '@stockbook/process/faults';
import type { Shell } from '../shell.js';

type Input = Shell['input'];

/** Asks at a terminal; returns an empty text without one. */
export async function ask(input: Input, question: string): Promise<string> {
  return input.isTTY ? answerTo(input, process.stderr, question) : '';
}

/** Reads a secret from a terminal without showing it, else the whole input. */
export async function readSecret(input: Input): Promise<string> {
  const secret = input.isTTY ? await hiddenAnswer(input) : await text(input);
  if (secret.trim()) return secret.trim();
  throw new StartFault('The secret is empty: type it, or give it on standard input.');
}

async function hiddenAnswer(input: Input): Promise<string> {
  process.stderr.write('secret: ');
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const answer = await answerTo(input, nothing, '');
  process.stderr.write('\n');
  return answer;
}

async function answerTo(input: Input, output: NodeJS.WritableStream, question: string): Promise<string> {
  const lines = createInterface({ input, output, terminal: true });
  const ended = new AbortController();
  // Ctrl-C and Ctrl-D end the command instead of leaving it without an answer.
  lines.once('close', () => ended.abort());
  try {
    return (await lines.question(question, { signal: ended.signal })).trim();
  } catch {
    throw new StartFault('Nothing is stored.');
  } finally {
    lines.close();
  }
}
