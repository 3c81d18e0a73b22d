import { stat } from 'node:fs/promises';
import { bytesOf, ProgressLine } from '../../output/progress-line.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { UsageError } from '../../program/errors/errors.ts';

/** `wigwag media upload`. @throws {UsageError} if there is no such file */
export async function uploadMedia(
  { wigwag, output, flags: { quiet = false } }: CommandContext,
  path: string,
  { filename, connection }: { filename?: string; connection?: string },
): Promise<void> {
  const file = await stat(path).catch((error: Error) => {
    throw new UsageError(`cannot read ${path}: ${error.message}`);
  });
  if (!file.isFile()) {
    throw new UsageError(`${path} is not a file`);
  }
  const progress = new ProgressLine(file.size, { unit: bytesOf, quiet });
  const uploaded = await wigwag.media.upload(
    {
      file: { path },
      ...(filename !== undefined && { filename }),
      ...(connection !== undefined && { connection_id: connection }),
    },
    { onProgress: ({ sent }) => progress.at(sent) },
  );
  progress.clear();
  await output.record(uploaded);
}
