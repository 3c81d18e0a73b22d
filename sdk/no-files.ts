/** Replaces `files.ts` in bundles for browsers and workers. @throws {TypeError} */
export function fileAt(): Promise<Blob> {
  throw new TypeError('file must be a Blob, bytes or a stream here.');
}
