const KILOBYTE = 1024;
const MEGABYTE = 1_048_576;

/** Writes the size of a file, such as `12 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE ? `${Math.ceil(bytes / KILOBYTE).toLocaleString()} kB` : `${(bytes / MEGABYTE).toFixed(1)} MB`;
