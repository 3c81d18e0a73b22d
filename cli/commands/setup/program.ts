import { type Command, Option } from 'commander';
import { apiCommand, localCommand, runs, withExamples } from '../../program/options/frame.ts';

export function defineInit(init: Command): void {
  localCommand(
    init
      .argument('[folder]', 'folder to create the server in', '.')
      .option('--name <name>', 'name of the account (default: the name of the folder)'),
    'wigwag init shop',
  ).action(runs(() => import('./init.ts'), 'initProject'));
}

export const defineDoctor = (doctor: Command): void => {
  doctor.option('--webhook', 'also send a sample event to the webhook address');
  apiCommand(doctor, 'wigwag doctor', 'wigwag doctor --webhook --profile staging').action(
    runs(() => import('./doctor.ts'), 'runDoctor'),
  );
};

export function defineCompletion(completion: Command, createTree: () => Promise<Command>): void {
  completion
    .argument('[shell]', 'bash, zsh or fish')
    .addOption(new Option('--names <kind>', 'print names for the scripts').hideHelp())
    .action(async (shell: string | undefined, { names }: { names?: string }) =>
      names === undefined
        ? (await import('./completion.ts')).printCompletion(shell, createTree)
        : (await import('./names.ts')).printNames(names),
    );
  withExamples(
    completion,
    'wigwag completion bash > ~/.local/share/bash-completion/completions/wigwag',
    `wigwag completion zsh > "\${fpath[1]}/_wigwag"`,
    'wigwag completion fish > ~/.config/fish/completions/wigwag.fish',
  );
}
