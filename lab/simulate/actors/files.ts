import { act, oneOf } from '../act.ts';
import type { SentFile } from '../world/media.ts';

interface FileDetails {
  account: number;
  person: number;
  type: SentFile['type'];
  bytes: number;
}

const TYPES = ['image', 'document'] as const;
const LARGEST = 40_000;
/** How long a callback usually takes, in microseconds. */
const PROCESSING = 2_000_000;

/** Customers and clients who send files. */
export const FILE_ACTS = {
  'client sends an upload': act<FileDetails>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      type: oneOf(random, TYPES),
      bytes: 1 + random.below(LARGEST),
    }),
    tell: ({ account, person, type, bytes }) =>
      `person ${person} writes to account ${account}, which uploads and sends the ${type} of ${bytes} bytes`,
    async perform(world, { account, person, type, bytes }) {
      await world.meta.receive(account, 'whatsapp', person); // opens the window
      await world.pause(PROCESSING);
      await world.client(account).sendUpload(person, type, bytes);
    },
  }),
  'customer sends a file': act<FileDetails>({
    perDay: 1,
    choose: (random, { accounts, people }) => ({
      account: random.below(accounts),
      person: random.below(people),
      type: oneOf(random, TYPES),
      bytes: 1 + random.below(LARGEST),
    }),
    tell: ({ account, person, type, bytes }) =>
      `person ${person} sends a ${type} of ${bytes} bytes to account ${account}, which downloads it`,
    async perform(world, { account, person, type, bytes }) {
      const message = await world.meta.receiveFile(account, person, type, bytes);
      await world.client(account).downloadWhenKnown(message);
    },
  }),
};
