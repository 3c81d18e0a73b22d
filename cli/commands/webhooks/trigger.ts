import { ApiError, type Body } from '@wigwag/sdk';
import { EVENTS, type EventName } from '@wigwag/sdk/names';
import { curlOf } from '../../client/transport.ts';
import { objectOf } from '../../output/fields.ts';
import type { CommandContext } from '../../program/context/context.ts';
import { OutcomeError, UsageError } from '../../program/errors/errors.ts';
import { isDryRun } from '../../program/errors/exit-codes.ts';
import { findDev } from '../../settings/settings.ts';

interface TriggerFlags {
  override?: string[];
  controlUrl?: string;
  sample?: boolean;
}

type TriggerFields = Record<string, unknown>;
type CallControl = (path: string, body: object) => Promise<TriggerFields>;
/** Returns the name of a known person. */
type NameOf = (id: string) => Promise<string | undefined>;
type TriggerEvent = (
  control: CallControl,
  account_id: string,
  fields: TriggerFields,
  nameOf: NameOf,
) => Promise<TriggerFields>;

/** The fields that each event takes, and how to trigger it. */
const TRIGGERS: Record<EventName, TriggerEvent> = {
  'message.received': async (control, account_id, fields, nameOf) => {
    const { from, ...rest } = fields;
    const { id = '905551112233', ...given } = (from ?? {}) as TriggerFields;
    const name = 'name' in given ? undefined : ((await nameOf(String(id))) ?? 'Ada');
    const person = { id, ...(name !== undefined && { name }), ...given };
    const type = 'media' in rest || 'location' in rest || 'button' in rest ? {} : { text: 'Hello' };
    return control('/inbound', { account_id, channel: 'whatsapp', type: 'text', ...type, ...rest, from: person });
  },

  'message.status': async (control, account_id, fields) => {
    const { status = 'delivered', code, to = '905551112233', template = 'hello_world', ...unknown } = fields;
    refuseUnknown(unknown, 'status, code, to and template');
    const upTo = ['sent', 'delivered', 'read'];
    const outcome =
      status === 'failed'
        ? { outcome: 'fail', ...(code !== undefined && { code: Number(code) }) }
        : { outcome: 'statuses', statuses: upTo.slice(0, upTo.indexOf(String(status)) + 1) };
    if (status !== 'failed' && !upTo.includes(String(status))) {
      throw new UsageError(`status must be one of ${upTo.join(', ')} or failed; it is "${status}"`);
    }
    await control('/provider/next', { account_id, channel: 'whatsapp', ...outcome });
    return { send: { to, name: template } };
  },

  'template.status': async (control, account_id, fields) => {
    const { status = 'APPROVED', rejection_reason, name = 'triggered', language = 'en', ...unknown } = fields;
    refuseUnknown(unknown, 'status, rejection_reason, name and language');
    const template = {
      account_id,
      name,
      language,
      category: 'UTILITY',
      parameter_format: 'POSITIONAL',
      components: [{ type: 'BODY', text: 'Created by `wigwag trigger`.' }],
    };
    // Only a change of status causes an event.
    await control('/templates', { ...template, status: status === 'PENDING' ? 'APPROVED' : 'PENDING' });
    const reason = rejection_reason === undefined ? {} : { rejection_reason };
    return { ...(await control('/templates', { ...template, status, ...reason })), name, language, status };
  },
};

const isEventName = (name: string): name is EventName => Object.hasOwn(TRIGGERS, name);

function refuseUnknown(unknown: TriggerFields, known: string): void {
  const [name] = Object.keys(unknown);
  if (name !== undefined) {
    throw new UsageError(`--override ${name} has no effect here: this event takes ${known}`);
  }
}

/** `wigwag trigger`: causes an event at the control port of `wigwag dev`, or makes any server send a sample. */
export async function triggerEvent(context: CommandContext, event: string, flags: TriggerFlags): Promise<void> {
  if (!isEventName(event)) {
    throw new UsageError(`there is no event ${event}. Choose one of ${EVENTS.join(', ')}`);
  }
  const { wigwag, output } = context;
  if (flags.sample) {
    if (flags.override) {
      throw new UsageError('the server chooses the fields of a sample: remove --override');
    }
    return output.record(await wigwag.webhooks.test({ event }));
  }
  const controlUrl = flags.controlUrl ?? process.env.WIGWAG_CONTROL_URL ?? findDev(process.cwd())?.controlUrl;
  if (controlUrl === undefined) {
    throw new UsageError(
      'no control port: run `wigwag dev` in this folder, give --control-url, or use --sample with any other server',
    );
  }
  const { dryRun } = context.flags;
  const accountId = await accountOf(context);
  const control = dryRun ? printed(controlUrl) : controlOf(controlUrl);
  const fields = objectOf(flags.override ?? [], '--override');
  const done = await TRIGGERS[event](control, accountId, fields, dryRun ? async () => undefined : nameIn(context));
  const sent = done.send ? await wigwag.messages.sendTemplate(done.send as Body<'sendTemplate'>) : done;
  if (!dryRun) {
    await output.record(sent);
  }
}

/** A message carries the name of its sender, so another name would rename the contact. */
export const nameIn =
  ({ wigwag }: Pick<CommandContext, 'wigwag'>): NameOf =>
  async (id) => {
    try {
      const { display_name, name } = await wigwag.contacts.get(id);
      return display_name ?? name ?? undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) {
        throw error;
      }
      return undefined; // an unknown person, or a key that cannot read contacts
    }
  };

/** Returns the account of the key. With `--dry-run`, returns a placeholder for the printed calls. */
async function accountOf({ wigwag }: CommandContext): Promise<string> {
  try {
    return (await wigwag.account.me()).account.id;
  } catch (error) {
    if (!isDryRun(error)) {
      throw error;
    }
    return 'ACCOUNT_ID';
  }
}

const requestOf = (url: string, path: string, body: object): Request =>
  new Request(url.replace(/\/+$/, '') + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Prints the calls instead of sending them. The control port takes no key. */
const printed =
  (url: string): CallControl =>
  async (path, body) => {
    process.stdout.write(`${await curlOf(requestOf(url, path, body), { isKeyed: false })}\n`);
    return {};
  };

/** Returns a function that calls the control port. */
export const controlOf =
  (url: string): CallControl =>
  async (path, body) => {
    const response = await fetch(requestOf(url, path, body)).catch((error: Error) => {
      throw new OutcomeError(
        `cannot reach the control port ${url}: ${(error.cause as Error)?.message ?? error.message}`,
      );
    });
    const answer = (await response.json()) as TriggerFields;
    if (!response.ok) {
      throw new UsageError(`the control port refused the call: ${answer.error}`);
    }
    return answer;
  };
