/* Made by `npm run generate` from the document. Do not edit. */

/** The version of this package. */
export const VERSION = '0.1.0';
