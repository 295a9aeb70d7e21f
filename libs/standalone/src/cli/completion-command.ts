import { type Command, Argument } from 'commander';
import { completionScripts, isShellName, shellNames, type Place } from './completion-scripts.js';
import type { Build } from './shell.js';

/** Prints a script that completes all commands, options and operations. */
export const build: Build = (completion, { print }) => {
  completion
    .description('print a script for your shell, like: source <(stockbook completion bash)')
    .addArgument(new Argument('<shell>', 'the shell').choices(shellNames))
    .action(async (shell: string) => {
      const { endpoints } = await import('@stockbook/contracts');
      const places = placesIn(completion.parent ?? completion, [...endpoints.keys()]);
      if (isShellName(shell)) print(completionScripts[shell](places));
    });
};

/** Returns each command with the words that may follow it. The path of the program is empty. */
function placesIn(command: Command, operations: readonly string[], path = ''): Place[] {
  const commands = command.commands.map((each) => each.name());
  const options = command.options.map(({ long }) => long ?? '');
  const choices = command.registeredArguments.flatMap((argument) =>
    argument.name() === 'operation' ? operations : (argument.argChoices ?? []),
  );
  return [
    { path, words: [...commands, ...choices, ...options, '--help'] },
    ...command.commands.flatMap((each) => placesIn(each, operations, `${path}/${each.name()}`)),
  ];
}
