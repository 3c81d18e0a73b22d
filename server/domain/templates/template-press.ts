import type { InboundMessage } from '../../providers/callback.ts';
import type { Connection } from '../../store/connections/connections.ts';
import type { Tx } from '../../store/index.ts';
import type { FilledTemplate } from '../../store/messages/content.ts';
import type { StoredMessage } from '../../store/messages/messages.ts';
import type { Template, TemplateButton } from '../../store/templates/templates.ts';
import { buttonsOf } from './template-parts.ts';

/** A press of a quick-reply button of a template that we sent. */
export interface TemplatePress {
  template: Template;
  button: TemplateButton;
  /**
   * The values with which an API request sent the template, by number or name. Empty for a campaign, which stores its
   * values separately.
   */
  variables: Record<string, string>;
}

/** How many messages are searched for the template of a press that quotes none. */
const SEARCHED = 30;

/**
 * Returns the button and the template that a customer pressed. A press quotes its message. Meta does not always say
 * which message it was, so the newest template of the conversation with this button counts then. Returns undefined if
 * the press is of no template of ours, and for all other messages of customers.
 */
export async function templatePressOf(
  tx: Tx,
  { accountId, id: connectionId }: Connection,
  conversationId: number,
  { button: pressed, replyTo, isTemplateButton = false }: InboundMessage,
): Promise<TemplatePress | undefined> {
  if (!pressed || (replyTo === null && !isTemplateButton)) {
    return undefined;
  }
  const messages =
    replyTo === null
      ? await tx.messages.listNewest(accountId, [conversationId], ['out'], { since: 0, before: undefined }, SEARCHED)
      : [await tx.messages.findByExternalId(accountId, connectionId, replyTo)];
  for (const message of messages) {
    const press = message && (await pressOf(tx, message, pressed));
    if (press) {
      return press;
    }
  }
  return undefined;
}

async function pressOf(
  tx: Tx,
  message: StoredMessage,
  pressed: NonNullable<InboundMessage['button']>,
): Promise<TemplatePress | undefined> {
  if (message.direction !== 'out' || message.type !== 'template') {
    return undefined;
  }
  // A deletion in the WhatsApp Business app leaves the name and the language.
  const sent = message.content as Pick<FilledTemplate, 'name' | 'language'> & Partial<FilledTemplate>;
  const known = await tx.templates.findByName(message.accountId, sent.name);
  const template = known.find(({ language }) => language === sent.language);
  const button = (template ? buttonsOf(template) : []).find(
    ({ type, text }) => type.toUpperCase() === 'QUICK_REPLY' && (text === pressed.title || text === pressed.payload),
  );
  const values = message.campaignId === null ? (sent.body ?? []) : [];
  const variables = Object.fromEntries(values.map(({ name, text }, index) => [name ?? String(index + 1), text]));
  return template && button && { template, button, variables };
}
