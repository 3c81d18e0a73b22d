/**
 * The webhook fields of Meta's products to which the app must be subscribed, and what is lost without each. The table in
 * docs/going-live.md is the same. Source: Meta, "Webhooks overview" of WhatsApp, "Webhooks for Messenger Platform" and
 * "Webhooks for Instagram Messaging".
 */
export const SUBSCRIBED_FIELDS = {
  whatsapp: {
    messages: 'all messages and statuses',
    message_template_status_update: 'approvals, rejections and pauses of templates',
    message_template_components_update: 'changes of the texts and variables of templates',
    message_template_quality_update: 'the quality of templates',
    template_category_update:
      'changes of the category: a template that became marketing would reach people who opted out',
    user_preferences: 'the switch in WhatsApp with which people stop and resume marketing messages',
    user_id_update: 'changes of user IDs: one customer would become two',
    account_update: 'restrictions and violations of the account',
    account_alerts: 'alerts of the account',
    phone_number_quality_update: 'the quality and limits of the number',
    account_review_update: "the result of Meta's review of the account",
    business_capability_update: 'the messaging limits of the business',
    phone_number_name_update: 'decisions about the display name of the number',
    smb_message_echoes: 'what the business writes in the WhatsApp Business app',
    history: 'the chats of the WhatsApp Business app from before the number was connected',
  },
  messenger: {
    messages: 'all messages',
    messaging_postbacks: 'clicks on buttons',
    message_echoes: 'proof of sends whose response was lost, and what the business writes in the inbox of its page',
    message_deliveries: 'the status `delivered`',
    message_reads: 'the status `read`',
    message_reactions: 'reactions',
    messaging_policy_enforcement: "warnings and blocks of the page for breaking Meta's policies",
    messaging_referrals: 'the ad or link through which a customer comes back to the chat',
    message_edits: 'edits',
    standby: "messages while another app or Meta's agent controls the chat",
  },
  instagram: {
    messages: 'all messages, deletions and echoes',
    messaging_postbacks: 'clicks on buttons',
    messaging_seen: 'the status `read`',
    message_reactions: 'reactions',
    messaging_referral: 'the ad or link through which a customer comes back to the chat',
    message_edit: 'edits',
    standby: "messages while another app or Meta's agent controls the chat",
  },
} as const satisfies Record<string, Record<string, string>>;

/** Returns the names of a product's fields. */
export const fieldsOf = (channel: keyof typeof SUBSCRIBED_FIELDS): string[] => Object.keys(SUBSCRIBED_FIELDS[channel]);
