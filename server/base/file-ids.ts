/** The most files in a message of Messenger (Meta, "Send a Message"). */
const MAX_FILES = 30;

/** Returns the ID of one file of a message (several-files). `index` is from 0. */
export const fileId = (externalId: string, index: number): string =>
  index === 0 ? externalId : `${externalId}#${index + 1}`;

/** Returns the IDs that the files of a message may have. */
export const fileIdsOf = (externalId: string): string[] =>
  Array.from({ length: MAX_FILES }, (_, index) => fileId(externalId, index));

/** Returns Meta's ID of the message to which a file belongs. */
export const wholeIdOf = (id: string): string => id.replace(/#\d+$/, '');
