import type { Credentials } from '@wigwag/mock-provider';

/** Returns a callback of one field about a WhatsApp number, with the given values added (Meta, "Webhooks overview"). */
export const fieldCallback = ({ whatsapp }: Credentials, field: string, ...values: object[]) => ({
  object: 'whatsapp_business_account',
  entry: values.map((value) => ({
    id: whatsapp.waba_id,
    changes: [
      {
        field,
        value: {
          messaging_product: 'whatsapp',
          metadata: { display_phone_number: '15550783881', phone_number_id: whatsapp.phone_number_id },
          ...value,
        },
      },
    ],
  })),
});

/** Returns a callback for people who used WhatsApp's switch for marketing. */
export const preferencesCallback = (business: Credentials, ...preferences: object[]): object =>
  fieldCallback(business, 'user_preferences', {
    contacts: [],
    user_preferences: preferences.map((preference) => ({
      detail: 'User requested to stop marketing messages',
      category: 'marketing_messages',
      ...preference,
    })),
  });
