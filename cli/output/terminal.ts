/** Whether a person sits there, to read and to press keys. */
export const isTerminal = (): boolean => process.stdout.isTTY === true && process.stdin.isTTY === true;
