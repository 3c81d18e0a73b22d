/** Whether stdin and stdout are a terminal. */
export const isTerminal = (): boolean => process.stdout.isTTY === true && process.stdin.isTTY === true;
