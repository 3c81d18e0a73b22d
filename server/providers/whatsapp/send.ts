import { FormData } from 'undici';
import { currentForm, shownNumber } from '../../base/phone-form.ts';
import { isUserId } from '../../base/user-id.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { objectsOf, type Sighting } from '../callback.ts';
import { META_CALLBACKS } from '../meta/callback.ts';
import { findingOf, subscriptionFinding } from '../meta/check.ts';
import type { Graph } from '../meta/graph.ts';
import {
  fileLocationOf,
  problemOf,
  SIGNAL_TIMEOUT_SECONDS,
  sendOutcomeOf,
  signalProblemOf,
  uploadOutcomeOf,
} from '../meta/outcomes.ts';
import { fieldsOf } from '../meta/subscribed-fields.ts';
import { textAt } from '../meta/values.ts';
import type { Finding, Provider, ProviderTemplate } from '../provider.ts';
import { whatsAppBody } from './body.ts';
import { readWhatsAppCallback } from './callback.ts';
import { createTemplate, uploadSample } from './create-template.ts';
import { type MetaTemplate, templateOf } from './templates.ts';

/** The timeout for looking up a number. It is short, because the lookup delays later callbacks. */
const NUMBER_TIMEOUT_SECONDS = 3;
/** The largest page size of the template list. */
const TEMPLATES_PER_PAGE = '200';

/**
 * Creates the provider for the WhatsApp Cloud API: messages, media and templates of a phone number and its WhatsApp
 * business account.
 */
export function createWhatsApp(graph: Graph): Provider {
  return {
    async send(outgoing) {
      const { connection, accessToken } = outgoing;
      const outcome = await graph.post(`${connection.providerId}/messages`, accessToken, whatsAppBody(outgoing));
      // 200 means that the message was accepted; a callback reports `sent`.
      const sent = sendOutcomeOf(outcome, 'queued', (body) => (body as SendResponse).messages?.[0]?.id);
      return outcome.kind === 'answered' && sent.kind === 'accepted'
        ? { ...sent, shown: shownIn(outcome.body as SendResponse, outgoing.message.person) }
        : sent;
    },

    async signal(connection, accessToken, { externalId }, signal) {
      if (signal === 'typing_off') {
        return undefined; // only a message or 25 seconds end the indicator (Meta, "Typing indicators")
      }
      const body = {
        messaging_product: 'whatsapp',
        status: 'read',
        message_id: externalId,
        ...(signal === 'typing_on' && { typing_indicator: { type: 'text' } }),
      };
      const path = `${connection.providerId}/messages`;
      return signalProblemOf(await graph.post(path, accessToken, body, SIGNAL_TIMEOUT_SECONDS));
    },

    async upload(connection, accessToken, { file, mimeType, filename }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', mimeType);
      form.set('file', file, filename);
      return uploadOutcomeOf(await graph.post(`${connection.providerId}/media`, accessToken, form));
    },

    async locateFile(connection, accessToken, mediaId) {
      const query = { phone_number_id: String(connection.providerId) };
      return fileLocationOf(await graph.get(encodeURIComponent(mediaId), accessToken, query));
    },

    async numberOf(connection, accessToken) {
      const query = { fields: 'display_phone_number' };
      const outcome = await graph.get(String(connection.providerId), accessToken, query, NUMBER_TIMEOUT_SECONDS);
      return outcome.kind === 'answered' ? textAt(outcome.body, 'display_phone_number') : null;
    },

    listTemplates: (connection, accessToken) => listTemplates(graph, connection, accessToken),
    uploadSample: (accessToken, file) => uploadSample(graph, accessToken, file),
    createTemplate: (connection, accessToken, template) => createTemplate(graph, connection, accessToken, template),

    check: (connection, accessToken) => check(graph, connection, accessToken),

    callbackRoute: META_CALLBACKS,
    readCallback: readWhatsAppCallback,
  };
}

interface SendResponse {
  messages?: { id?: string }[];
  contacts?: unknown;
}

/**
 * Returns the recipient's identifiers; undefined if the response shows only the number that we sent to. `input` is the
 * number in our request, and `wa_id` is WhatsApp's number of the person (Meta, "Messages").
 *
 * @param person the number or the user ID that we sent to
 */
function shownIn({ contacts }: SendResponse, person: string): Omit<Sighting, 'at'> | undefined {
  const [contact] = objectsOf<{ input?: unknown; wa_id?: unknown; user_id?: unknown }>(contacts);
  const phone = shownNumber(contact?.wa_id);
  if (phone === undefined) {
    return undefined;
  }
  const userId = typeof contact?.user_id === 'string' && isUserId(contact.user_id) ? contact.user_id : undefined;
  const isAboutUs = contact?.input === undefined || currentForm(String(contact.input)) === person;
  const asked = isAboutUs && person !== phone ? shownNumber(person) : undefined;
  return userId === undefined && asked === undefined ? undefined : { phone, userId, asked };
}

async function listTemplates(graph: Graph, connection: Connection, accessToken: string): Promise<ProviderTemplate[]> {
  const templates: ProviderTemplate[] = [];
  const fields = 'id,name,status,category,language,components,parameter_format,rejected_reason,quality_score';
  const query = { fields, limit: TEMPLATES_PER_PAGE };
  let outcome = await graph.get(`${connection.wabaId}/message_templates`, accessToken, query);
  for (;;) {
    if (outcome.kind !== 'answered') {
      throw new Error(`the templates cannot be listed: ${problemOf(outcome)}`);
    }
    const { data, paging } = outcome.body as { data?: MetaTemplate[]; paging?: { next?: string } };
    templates.push(...(data ?? []).map(templateOf));
    if (!paging?.next) {
      return templates;
    }
    outcome = await graph.get(paging.next, accessToken);
  }
}

async function check(graph: Graph, connection: Connection, accessToken: string): Promise<Finding[]> {
  const number = await graph.get(String(connection.providerId), accessToken, {
    fields: 'id,display_phone_number,verified_name,code_verification_status',
  });
  const numberFinding = findingOf(number, `the phone number ${connection.providerId}`, {
    auth: 'Create a system user token with whatsapp_business_messaging and whatsapp_business_management, and assign this WhatsApp account to the user.',
    other: 'Copy the phone number ID (not the number itself) from WhatsApp > API Setup of the Meta app.',
  });
  if (!numberFinding.ok) {
    return [numberFinding];
  }
  const apps = await graph.get(`${connection.wabaId}/subscribed_apps`, accessToken);
  const appsFinding = findingOf(apps, `the WhatsApp business account ${connection.wabaId}`, {
    auth: 'The token needs whatsapp_business_management for this account.',
    other: 'Copy the WhatsApp business account ID from WhatsApp > API Setup of the Meta app.',
  });
  const fields = fieldsOf('whatsapp');
  const fix = `POST ${connection.wabaId}/subscribed_apps with this token. In the Meta app under Webhooks, subscribe to ${fields.join(', ')}.`;
  return [numberFinding, appsFinding, ...(appsFinding.ok ? [subscriptionFinding(apps, { fix, fields })] : [])];
}
