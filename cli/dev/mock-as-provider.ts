import type { Credentials, Channel as MockChannel, MockProvider } from '@wigwag/mock-provider';
import type { ControlledProvider } from '@wigwag/server';

/**
 * Adapts the mock provider to the control protocol. Calls `onBusiness` for each business that is added.
 */
export function mockAsProvider(mock: MockProvider, onBusiness: (credentials: Credentials) => void): ControlledProvider {
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
      onBusiness(credentials);
      return businessOf(credentials);
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
      if (known) mock.openWindow(providerId, person, writtenAt.getTime());
    },
    sends: (providerIds) =>
      mock
        .sends({ business_id: providerIds })
        .map(({ business_id, channel: _, ...send }) => ({ ...send, providerId: business_id })),
    setCallbackUrl: (url) => mock.setCallbackUrl(url),
    idle: () => mock.idle(),
    whenIdle: () => mock.whenIdle(),
    reset: () => mock.reset(),
  };
}
