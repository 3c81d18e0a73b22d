/**
 * Adds contacts and prints all of them as CSV, page by page: a million contacts need no more memory than a hundred.
 *
 *   node contacts.ts > contacts.csv
 */
import { Wigwag } from '@wigwag/sdk';

const wigwag = new Wigwag({ apiKey: process.env.WIGWAG_API_KEY, baseUrl: process.env.WIGWAG_BASE_URL });

await wigwag.contacts.upsert({ phone: '905551112233', name: 'Ada Lovelace' });
await wigwag.contacts.upsert({ phone: '905559998877', name: 'Grace Hopper', email: 'grace@example.com' });

/** A spreadsheet would run a name that begins like a formula: https://owasp.org/www-community/attacks/CSV_Injection */
const cellOf = (text: string | null) =>
  `"${(text ?? '').replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&").replaceAll('"', '""')}"`;

console.log('phone,name,email');
for await (const { phone, name, email } of wigwag.contacts.list({ limit: 100, order: 'asc' })) {
  console.log([phone, name, email].map(cellOf).join(','));
}
