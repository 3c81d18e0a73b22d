const KILOBYTE = 1024;
const MEGABYTE = 1_048_576;
const GIGABYTE = 1_073_741_824;

/** Writes the size of a file, such as `12 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < MEGABYTE
    ? `${Math.ceil(bytes / KILOBYTE).toLocaleString()} kB`
    : bytes < GIGABYTE
      ? `${(bytes / MEGABYTE).toFixed(1)} MB`
      : `${(bytes / GIGABYTE).toLocaleString(undefined, { maximumFractionDigits: 1 })} GB`;
