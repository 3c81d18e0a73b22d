import { FormData } from 'undici';
import type { MetaTemplate } from '../../domain/templates/templates.ts';
import type { Connection } from '../../store/connections/connections.ts';
import { findingOf, subscriptionFinding } from '../check.ts';
import type { Graph } from '../graph.ts';
import { type Finding, type Provider, sendOutcomeOf } from '../provider.ts';
import { whatsAppBody } from './body.ts';

/** How many templates a page of the list may have. */
const TEMPLATES_PER_PAGE = '200';

/** WhatsApp Cloud API: messages, media and templates of a phone number and its WhatsApp business account. */
export function createWhatsApp(graph: Graph): Provider {
  return {
    async send(connection, accessToken, message, part, index) {
      const outcome = await graph.post(
        `${connection.providerId}/messages`,
        accessToken,
        whatsAppBody(message, part, index),
      );
      // 200 means accepted; `sent` comes by callback.
      return sendOutcomeOf(outcome, 'queued', (body) => (body as { messages?: { id?: string }[] }).messages?.[0]?.id);
    },

    upload(connection, accessToken, { file, mimeType, filename }) {
      const form = new FormData();
      form.set('messaging_product', 'whatsapp');
      form.set('type', mimeType);
      form.set('file', file, filename);
      return graph.post(`${connection.providerId}/media`, accessToken, form);
    },

    lookUpFile: (connection, accessToken, mediaId) =>
      graph.get(encodeURIComponent(mediaId), accessToken, { phone_number_id: String(connection.providerId) }),

    async listTemplates(connection, accessToken) {
      const templates: MetaTemplate[] = [];
      const fields = 'id,name,status,category,language,components,parameter_format,rejected_reason';
      let outcome = await graph.get(`${connection.wabaId}/message_templates`, accessToken, {
        fields,
        limit: TEMPLATES_PER_PAGE,
      });
      for (;;) {
        if (outcome.kind !== 'answered') {
          // The provider's own words may quote the token, and this goes to the log.
          const why = 'error' in outcome ? `the provider answers with code ${outcome.error.code}` : outcome.problem;
          throw new Error(`the templates cannot be listed: ${why}`);
        }
        const { data, paging } = outcome.body as { data?: MetaTemplate[]; paging?: { next?: string } };
        templates.push(...(data ?? []));
        if (!paging?.next) {
          return templates;
        }
        outcome = await graph.get(paging.next, accessToken);
      }
    },

    check: (connection, accessToken) => check(graph, connection, accessToken),
  };
}

async function check(graph: Graph, connection: Connection, accessToken: string): Promise<Finding[]> {
  const number = await graph.get(String(connection.providerId), accessToken, {
    fields: 'id,display_phone_number,verified_name,code_verification_status',
  });
  const numberFinding = findingOf(number, `the phone number ${connection.providerId}`, {
    auth: 'Make a system user token with whatsapp_business_messaging and whatsapp_business_management, and give the user this WhatsApp account.',
    other: 'Take the phone number id (not the number itself) from WhatsApp > API Setup of the Meta app.',
  });
  if (!numberFinding.ok) {
    return [numberFinding];
  }
  const apps = await graph.get(`${connection.wabaId}/subscribed_apps`, accessToken);
  const appsFinding = findingOf(apps, `the WhatsApp business account ${connection.wabaId}`, {
    auth: 'The token needs whatsapp_business_management for this account.',
    other: 'Take the WhatsApp business account id from WhatsApp > API Setup of the Meta app.',
  });
  const fix = `POST ${connection.wabaId}/subscribed_apps with this token, or subscribe in the Meta app under Webhooks.`;
  return [numberFinding, appsFinding, ...(appsFinding.ok ? [subscriptionFinding(apps, fix)] : [])];
}
