import { commandLine, endingOf } from '@stockbook/standalone/cli';

const exit = (code: number) => {
  process.exitCode = code;
};

try {
  await commandLine(process.argv.slice(2), { env: process.env, input: process.stdin, print: console.log, exit });
} catch (error) {
  const { code, text } = endingOf(error);
  if (text) console.error(text);
  exit(code);
}
