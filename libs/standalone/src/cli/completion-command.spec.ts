import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runIn } from './program.fixture.js';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'stockbook-cli-'))));
afterAll(() => rm(folder, { recursive: true }));

/** Says how each shell is asked for the completions of a command line, which is its first argument. */
const ASK = {
  bash: `source "$0"; COMP_WORDS=($1); [[ $1 == *' ' ]] && COMP_WORDS+=(''); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
    _stockbook; printf '%s\\n' "\${COMPREPLY[@]}"`,
  zsh: `autoload -U compinit; compinit -D -u; source "$0"; words=(\${(s: :)1}); [[ $1 == *' ' ]] && words+=('')
    CURRENT=$#words; compadd() { print -l -- \${(M)found:#$words[CURRENT]*} }; _stockbook`,
  fish: 'source $argv[1]; complete -C $argv[2]',
} as const;
const shells = ['bash', 'zsh', 'fish'] as const;
const isInstalled = (shell: string) => spawnSync(shell, ['-c', 'exit 0']).status === 0;
const missing = shells.filter((shell) => !isInstalled(shell));
if (missing.length) process.stderr.write(`The scripts for ${missing.join(' and ')} are skipped: not installed.\n`);

describe.each(shells.filter(isInstalled))('the script for %s', (shell) => {
  const completions = async (line: string) => {
    const file = join(folder, shell);
    await writeFile(file, await runIn({}, ['completion', shell]));
    const plain = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
    const { stdout, stderr } = spawnSync(shell, [...plain, '-c', ASK[shell], file, line], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return stdout.split('\n').flatMap((text) => text.split('\t')[0] || []);
  };

  it('completes commands, their options and operations', async () => {
    expect(await completions('stockbook web')).toEqual(['webhook']);
    expect(await completions('stockbook webhook re')).toEqual(['recover']);
    expect(await completions('stockbook webhook listen --f')).toEqual(
      expect.arrayContaining(['--forward', '--from-start']),
    );
    expect(await completions('stockbook call sale/order/ad')).toContain('sale/order/add');
    expect(await completions('stockbook completion ')).toEqual(expect.arrayContaining([...shells]));
  });
});
