import type { Credentials, Channel as MockChannel, MockProvider, Send } from '@wigwag/mock-provider';
import type { ControlledProvider } from '@wigwag/server';

/** The businesses that were added to the mock. */
interface Businesses {
  add(credentials: Credentials): void;
  /** Removes those that match, and returns them. */
  remove(matches: (credentials: Credentials) => boolean): Credentials[];
}

/** The API's kinds of messages, by the type of the attachment on Messenger and Instagram. */
const ATTACHED: Record<string, string> = { file: 'document', template: 'interactive' };

/** Returns the kind of a message, in the terms of the API. */
function typeOf({ type, payload }: Pick<Send, 'type' | 'payload'>): string {
  const { message } = payload as { message?: { quick_replies?: unknown } };
  if (message === undefined) {
    return type; // WhatsApp has the same kinds
  }
  return message.quick_replies === undefined ? (ATTACHED[type] ?? type) : 'interactive';
}

/** Adapts the mock provider to the control protocol. */
export function mockAsProvider(mock: MockProvider, businesses: Businesses): ControlledProvider {
  const businessOf = (credentials: Credentials) => ({
    accessToken: credentials.access_token,
    ids: {
      whatsapp: credentials.whatsapp.phone_number_id,
      messenger: credentials.messenger.page_id,
      instagram: credentials.instagram.account_id,
    },
    wabaId: credentials.whatsapp.waba_id,
    templates: mock.templates(credentials.whatsapp.waba_id),
  });
  return {
    secrets: { appSecret: mock.credentials.app_secret, verifyToken: mock.credentials.verify_token },
    demoBusiness: () => businessOf(mock.credentials),
    addBusiness() {
      const credentials = mock.addBusiness();
      businesses.add(credentials);
      return businessOf(credentials);
    },
    removeBusinesses(providerIds) {
      const ids = new Set(providerIds);
      const gone = businesses.remove((one) => Object.values(businessOf(one).ids).some((id) => ids.has(id)));
      for (const credentials of gone) {
        mock.removeBusiness(credentials);
      }
    },
    receive: ({ channel, providerId, ...inbound }) =>
      mock.receive({ ...inbound, channel: channel as MockChannel, business_id: providerId }),
    next({ channel, providerId, ...outcome }) {
      mock.faults.next({
        ...outcome,
        channel: channel as MockChannel,
        business_id: providerId,
        applies_to: outcome.applies_to ?? 'send',
      });
    },
    setTemplate: (wabaId, template) => void mock.setTemplate(wabaId, { ...template }),
    openWindow(providerId, person, writtenAt) {
      // The database may contain numbers that the mock does not have.
      const known = mock.state().businesses.some(({ assets }) => assets.some(({ id }) => id === providerId));
      if (known) {
        mock.openWindow(providerId, person, writtenAt.getTime());
      }
    },
    sends: (providerIds) =>
      mock
        .sends({ business_id: providerIds })
        .map(({ business_id, channel: _, ...send }) => ({ ...send, type: typeOf(send), providerId: business_id })),
    setCallbackUrl: (url) => mock.setCallbackUrl(url),
    idle: () => mock.idle(),
    whenIdle: () => mock.whenIdle(),
    reset: () => mock.reset(),
  };
}
