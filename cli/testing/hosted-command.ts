/** A command to run. */
export interface HostedCommand {
  args: readonly string[];
  cwd: string;
  env: Record<string, string | undefined>;
}

/** Ends the output of a command on both streams. The exit code follows it on stderr. */
export const END_OF_OUTPUT = '\u0000end of output\u0000';
