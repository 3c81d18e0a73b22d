import { readFileSync } from 'node:fs';
import type { Body } from '@wigwag/sdk';
import { onOneLine } from '../../output/sanitize-terminal.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../program/errors/errors.ts';
import { readSigningSecret } from '../../settings/settings.ts';

/** `wigwag webhooks test`. */
export async function testWebhook({ wigwag, output }: CommandContext, body: Body<'testWebhook'>): Promise<void> {
  const { event } = body;
  await output.record(await wigwag.webhooks.test(event === undefined ? {} : { event }));
}

interface VerifyFlags {
  header: string;
  tolerance: number;
  contentLength?: number;
}

/** `wigwag webhooks verify`: works offline. @throws {OutcomeError} naming the mistake */
export async function verifyWebhook({ output }: CommandContext, file: string, flags: VerifyFlags): Promise<void> {
  const { constructEvent, SignatureError } = await import('@wigwag/sdk/webhooks');
  const secret = readSigningSecret({}, process.env);
  const body = bytesOf(file);
  const headers = {
    'x-service-signature': flags.header.replace(/^x-service-signature:\s*/i, ''),
    ...(flags.contentLength !== undefined && { 'content-length': String(flags.contentLength) }),
  };
  try {
    const event = await constructEvent(body, headers, secret, { tolerance: flags.tolerance });
    await output.record(event, () => onOneLine(`✓ the signature is valid: ${event.event} ${event.id}`));
  } catch (error) {
    throw error instanceof SignatureError ? new OutcomeError(`${error.problem}: ${error.message}`) : error;
  }
}

/** `wigwag webhooks sign`: prints the value of X-Service-Signature. */
export async function signWebhook(
  { output }: CommandContext,
  file: string,
  { timestamp }: { timestamp?: number },
): Promise<void> {
  const { generateTestHeader } = await import('@wigwag/sdk/webhooks');
  const secret = readSigningSecret({}, process.env);
  const header = await generateTestHeader(bytesOf(file), secret, timestamp === undefined ? {} : { timestamp });
  await output.record({ header }, () => header);
}

/** Reads the bytes unchanged: the signature also covers a line break at the end. */
function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file === '-' ? 0 : file);
  } catch (error) {
    throw new UsageError(`cannot read ${file === '-' ? 'stdin' : file}: ${(error as Error).message}`);
  }
}
