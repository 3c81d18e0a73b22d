import type { Mutant } from './mutant.ts';
import { accepted, at, codeOf, data, isSend, isSendTemplate, refused } from './spoil.ts';

const USER_ID = /^[A-Z]{2}\./;
const isUserId = (to: unknown): boolean => USER_ID.test(String(to));
const isChange = ({ path, json }: { path: string; json: { type?: string } }): boolean =>
  path === '/inbound' && json.type === 'system';

/** Mistakes with `from.id`, and with WhatsApp users who have no phone number. */
export const PEOPLE: readonly Mutant[] = [
  {
    name: 'from.id has a prefix that a send does not accept',
    caughtBy: ['1/whatsapp-from-id', '1/instagram-to', '1/messenger-to', '1/web-from-id'],
    alsoIn: ['1', '2', '6'],
    delivery: ({ json }) => {
      if (json.event === 'message.received') {
        json.data.message.from.id = `${json.data.message.channel}:${json.data.message.from.id}`;
      }
      return 'sign';
    },
  },
  {
    name: 'a user ID is not a recipient',
    caughtBy: ['1/user-id-to'],
    alsoIn: ['1'],
    answer: (answer, asked) => {
      if (isSend(asked) && isUserId(asked.json?.to)) {
        refused(answer, 422, 'RECIPIENT_INVALID');
      }
    },
  },
  {
    name: 'a template to a user ID is refused',
    caughtBy: ['1/user-id-template'],
    alsoIn: ['1'],
    answer: (answer, asked) => {
      if (isSendTemplate(asked) && isUserId(asked.json?.to)) {
        refused(answer, 422, 'RECIPIENT_INVALID');
      }
    },
  },
  {
    name: 'a message to a user ID is never delivered',
    caughtBy: ['1/user-id-delivered'],
    answer: (answer, asked) => {
      if (isSend(asked) && isUserId(asked.json?.to) && answer.status === 202) {
        asked.notes.set(`/messages/${answer.json.data.id}`, 'sent');
      }
      data(at(/^\/messages\/msg_/), (of) => {
        of.status = asked.notes.get(asked.path) ?? of.status;
      })(answer, asked);
    },
  },
  {
    name: 'user IDs have no window',
    caughtBy: ['1/user-id-window'],
    answer: (answer, asked) => {
      if (isSend(asked) && isUserId(asked.json?.to) && codeOf(answer) === 'WINDOW_CLOSED') {
        accepted(answer, 202, { id: 'msg_1', status: 'queued' });
      }
    },
  },
  {
    name: 'the window of a user ID is not found',
    caughtBy: ['2.7/user-id'],
    answer: (answer, { path }) => {
      if (/^\/contacts\/[A-Z]{2}\..*\/window$/.test(path)) {
        refused(answer, 404, 'NOT_FOUND');
      }
    },
  },
  {
    name: 'the number beside a user ID is ignored',
    caughtBy: ['1/user-id-joined', '1/user-id-blocked', '1/user-id-opted-out'],
    control: ({ path, json }) => {
      if (path === '/inbound' && isUserId(json.from.id)) {
        delete json.from.phone;
      }
    },
  },
  {
    name: 'a new user ID is ignored',
    caughtBy: ['1/user-id-changed'],
    control: (asked) => {
      if (isChange(asked) && asked.json.change.user_id !== undefined) {
        Object.assign(asked, { path: '/settle', raw: Buffer.alloc(0) });
      }
    },
  },
  {
    name: 'a new number opens a window',
    caughtBy: ['1/change-opens-no-window'],
    control: (asked) => {
      if (isChange(asked) && asked.json.change.phone !== undefined) {
        asked.json.from.id = asked.json.change.phone;
        asked.json.type = 'text';
        delete asked.json.change;
        asked.json.text = 'My number has changed';
      }
    },
  },
];
