/** Stands in for `files.ts` in bundles for browsers and workers. @throws {TypeError} */
export function fileAt(): Promise<Blob> {
  throw new TypeError('No files here: pass a Blob or a stream.');
}
