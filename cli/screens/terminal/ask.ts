/** The longest wait for the terminal, in milliseconds. */
const LONGEST_WAIT = 500;

/**
 * Writes questions to the terminal and waits for its answers. Keys that arrive meanwhile stay in stdin.
 *
 * @param answer matches each answer, with the flag `g`
 * @param isComplete returns whether these answers are all
 * @returns the answers until then, or until the terminal has had half a second
 */
export async function askTerminal(
  questions: string,
  answer: RegExp,
  isComplete: (answers: readonly RegExpExecArray[]) => boolean,
  { stdin, stdout }: Pick<NodeJS.Process, 'stdin' | 'stdout'> = process,
): Promise<RegExpExecArray[]> {
  stdin.setRawMode(true);
  let read = '';
  const answers = () => [...read.matchAll(answer)];
  await new Promise<void>((resolve) => {
    const timer = setTimeout(done, LONGEST_WAIT);
    function done() {
      clearTimeout(timer);
      stdin.off('readable', take);
      resolve();
    }
    function take() {
      read += stdin.read()?.toString() ?? '';
      if (isComplete(answers())) {
        done();
      }
    }
    stdin.on('readable', take);
    stdout.write(questions);
  });
  stdin.setRawMode(false);
  const keys = read.replaceAll(answer, '');
  if (keys !== '') {
    stdin.unshift(Buffer.from(keys));
  }
  return answers();
}
