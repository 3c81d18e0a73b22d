import { type ParseArgsConfig, parseArgs } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Ends a command of the lab that was called incorrectly, with 2. */
export function refuse(command: string, message: string): never {
  console.error(`${command}: ${message}; --help shows the options`);
  process.exit(2);
}

/** Returns the options and names of a command of the lab. Prints the help if `help` is set, and ends with 2 on an unknown option. */
export function readArguments<const Given extends Options>(command: string, help: string, options: Given) {
  try {
    const args = parseArgs({ allowPositionals: true, options });
    if ((args.values as { help?: boolean }).help) {
      console.log(help);
      process.exit(0);
    }
    return args;
  } catch (error) {
    return refuse(command, (error as Error).message);
  }
}
