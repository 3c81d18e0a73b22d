import type { Json } from '../world/state.ts';

const button = (text: string): Json => ({ type: 'QUICK_REPLY', text });

/** The initial templates of each business, in Meta's component format. */
export const DEMO_TEMPLATES: readonly Json[] = [
  {
    name: 'hello_world',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Hello World' },
      {
        type: 'BODY',
        text: 'Welcome and congratulations!! This message demonstrates your ability to send a WhatsApp message notification from the Cloud API. Thank you for taking the time to test with us.',
      },
      { type: 'FOOTER', text: 'WhatsApp Business Platform sample message' },
    ],
  },
  {
    name: 'order_update',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [
      {
        type: 'BODY',
        text: 'Hi {{1}}, your order {{2}} is on its way.',
        example: { body_text: [['Ayla', 'TR-1042']] },
      },
      {
        type: 'BUTTONS',
        buttons: [{ type: 'URL', text: 'Track order', url: 'https://shop.example/orders/{{1}}', example: ['TR-1042'] }],
      },
    ],
  },
  {
    name: 'welcome_named',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    parameter_format: 'NAMED',
    components: [
      {
        type: 'BODY',
        text: 'Welcome, {{first_name}}! Your account is ready.',
        example: { body_text_named_params: [{ param_name: 'first_name', example: 'Ayla' }] },
      },
    ],
  },
  {
    name: 'promo_spring',
    language: 'en_US',
    category: 'MARKETING',
    status: 'APPROVED',
    components: [
      {
        type: 'HEADER',
        format: 'IMAGE',
        example: { header_handle: ['https://scontent.whatsapp.net/v/t61.29466-34/promo_spring.png?ccb=1-7'] },
      },
      { type: 'BODY', text: 'Our spring collection is here. Ten percent off until Sunday.' },
      { type: 'FOOTER', text: 'Not interested? Tap Stop promotions' },
      { type: 'BUTTONS', buttons: [button('Tell me more'), button('Stop promotions')] },
    ],
  },
  {
    name: 'multi_lang',
    language: 'en_US',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Your appointment is confirmed.' }],
  },
  {
    name: 'multi_lang',
    language: 'tr',
    category: 'UTILITY',
    status: 'APPROVED',
    components: [{ type: 'BODY', text: 'Randevunuz onaylandı.' }],
  },
  {
    name: 'pending_one',
    language: 'en_US',
    category: 'UTILITY',
    status: 'PENDING',
    components: [{ type: 'BODY', text: 'Your invoice is ready.' }],
  },
  {
    name: 'rejected_one',
    language: 'en_US',
    category: 'MARKETING',
    status: 'REJECTED',
    rejected_reason: 'PROMOTIONAL',
    components: [{ type: 'BODY', text: 'Win a phone today.' }],
  },
];
