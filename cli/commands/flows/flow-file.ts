import { writeFileSync } from 'node:fs';
import { ApiError } from '@wigwag/sdk';
import { shellWord } from '@wigwag/server/shell-word';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';
import { readTextFile } from '../../program/input/read-text.ts';
import { readStdin } from '../../program/input/stdin.ts';
import { asRun } from '../../program/words/command-name.ts';

const EXAMPLE = `# A campaign flow: the messages that follow when a customer presses a quick reply of a template.
# Check it with \`wigwag flows validate -f FILE\`, save it with \`wigwag flows create -f FILE\`.
name: Spring offer
template: promo_spring
button: Tell me more
is_active: false # true publishes it
stop_on_reply: true
stop_on_agent: true
quiet_start: 22 # nothing is sent from 22:00 to 8:00
quiet_end: 8
steps:
  # Delays count from the press. Each must be longer than the one before, up to 24h.
  - delay: "0"
    text: "Hello {{name}}, here is how it works."
  - delay: 30m
    text: Our whole spring collection is on sale until Sunday.
  # A step can send a file instead of text. Its URL must be public:
  # - delay: 1h
  #   media_url: https://...
  #   caption: The offer
  - delay: 2h
    text: Shall we keep one for you?
    buttons:
      - { type: reply, text: "Yes, please" }
      - { type: reply, text: "No, thanks" }
`;

/** `wigwag flows init`. @throws {UsageError} if the file exists */
export async function initFlow(
  { output }: CommandContext,
  file: string,
  { force }: { force?: boolean },
): Promise<void> {
  try {
    writeFileSync(file, EXAMPLE, { flag: force ? 'w' : 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UsageError(
      code === 'EEXIST' ? `${file} already exists: choose another name, or overwrite it with --force` : message,
    );
  }
  await output.record({ file }, () =>
    asRun(`${file} written; check it with \`wigwag flows validate -f ${shellWord(file)}\``),
  );
}

/** `wigwag flows validate`. @throws {ApiError} with the error that the server would return */
export async function validateFlow({ output }: CommandContext, { file }: { file: string }): Promise<void> {
  const flow = await readFlowBody(file);
  const { checkFlow } = await import('@wigwag/server');
  const problems = checkFlow(flow);
  const last = problems.pop();
  for (const { code, message } of problems) {
    process.stderr.write(`wigwag: ${code}: ${message}\n`);
  }
  if (last) {
    throw new ApiError({ ...last, docs: '', request_id: '' });
  }
  await output.record(
    { valid: true },
    () => 'valid, but not checked against a server: saving the flow checks the template and its button',
  );
}

/** @throws {UsageError} if the file cannot be read, or is neither JSON nor YAML */
async function readFlowFile(file: string): Promise<unknown> {
  let text: string;
  try {
    text = file === '-' ? await readStdin() : readTextFile(file);
  } catch (error) {
    throw new UsageError(`cannot read ${file}: ${(error as Error).message}`);
  }
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${file} is neither JSON nor YAML: ${(error as Error).message.split(/:?\n/)[0]}`);
  }
}

/** Reads the file for a request. @throws {UsageError} also if the file contains anything but the fields of a flow */
export async function readFlowBody(file: string): Promise<object> {
  const flow = await readFlowFile(file);
  if (typeof flow !== 'object' || flow === null || Array.isArray(flow)) {
    throw new UsageError(`${file} must contain an object with the fields of a flow`);
  }
  return flow;
}
