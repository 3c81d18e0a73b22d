/** The texts of the visitor's page in one language. `{name}` is replaced by the name of the account. */
interface Texts {
  title: string;
  conversation: string;
  noScript: string;
  older: string;
  empty: string;
  label: string;
  send: string;
  hint: string;
  you: string;
  sending: string;
  sent: string;
  failed: string;
  retry: string;
  offline: string;
  online: string;
  image: string;
  video: string;
  audio: string;
  document: string;
  unknown: string;
  newTab: string;
  open: string;
  close: string;
  unread: string;
}

/** To add a language, add a row. */
const TEXTS = {
  en: {
    title: 'Chat with {name}',
    conversation: 'Conversation',
    noScript: 'This chat needs JavaScript.',
    older: 'Show earlier messages',
    empty: 'Write to us. Our reply will appear here.',
    label: 'Your message',
    send: 'Send',
    hint: 'Enter sends, Shift+Enter starts a new line.',
    you: 'You',
    sending: 'Sending…',
    sent: 'Sent',
    failed: 'Not sent:',
    retry: 'Try again',
    offline: 'The connection is lost. Reconnecting…',
    online: 'Connected again.',
    image: 'Image',
    video: 'Video',
    audio: 'Sound',
    document: 'Document',
    unknown: 'This message cannot be shown here.',
    newTab: '(opens a new tab)',
    open: 'Open the chat',
    close: 'Close the chat',
    unread: 'new messages',
  },
  tr: {
    title: '{name} ile sohbet',
    conversation: 'Konuşma',
    noScript: 'Bu sohbet için JavaScript gerekir.',
    older: 'Önceki mesajları göster',
    empty: 'Bize yazın: yanıtımız burada görünür.',
    label: 'Mesajınız',
    send: 'Gönder',
    hint: 'Enter gönderir, Shift ve Enter yeni satıra geçer.',
    you: 'Siz',
    sending: 'Gönderiliyor…',
    sent: 'Gönderildi',
    failed: 'Gönderilemedi:',
    retry: 'Yeniden dene',
    offline: 'Bağlantı koptu. Yeniden deneniyor…',
    online: 'Yeniden bağlanıldı.',
    image: 'Görsel',
    video: 'Video',
    audio: 'Ses',
    document: 'Belge',
    unknown: 'Bu mesaj burada gösterilemiyor.',
    newTab: '(yeni sekmede açılır)',
    open: 'Sohbeti aç',
    close: 'Sohbeti kapat',
    unread: 'yeni mesaj',
  },
} as const satisfies Record<string, Texts>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

const isLanguage = (text: string): text is Language => Object.hasOwn(TEXTS, text);

/** Returns the language of `?lang=`, the browser's preferred language, or English, in this order. */
export function languageOf(wanted: unknown, acceptLanguage: unknown): Language {
  const preferred = String(acceptLanguage ?? '')
    .split(',')
    .map((part) => part.split(';')[0] ?? '');
  const primary = [String(wanted ?? ''), ...preferred].map((tag) => tag.trim().toLowerCase().split('-')[0] ?? '');
  return primary.find(isLanguage) ?? 'en';
}

/** Returns the texts of a language with the account's name filled in. */
export const textsOf = (language: Language, name: string): Texts => ({
  ...TEXTS[language],
  title: TEXTS[language].title.replace('{name}', () => name),
});
