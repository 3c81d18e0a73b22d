import escapeHtml from 'escape-html';
import type { MockProvider } from '../mock-provider.ts';
import type { KnownContact } from '../world/people.ts';
import type { Send } from '../world/state.ts';
import { LAB_PARTS } from './lab-page.ts';

const SHOWN = 100;

/** Returns the page at the mock's root: the parts that its script fills, then state and ledger as plain HTML. */
export function renderPage(mock: MockProvider): string {
  const { callback_url, now, businesses, idle } = mock.state();
  const numbers = businesses.flatMap(({ assets }) => assets).filter(({ channel }) => channel === 'whatsapp');
  const people = numbers
    .flatMap(({ id }) => mock.contacts(id).map((contact) => ({ business_id: id, ...contact })))
    .slice(-SHOWN)
    .reverse();
  const sends = mock.sends().slice(-SHOWN).reverse();
  const callbacks = mock.callbacks().slice(-SHOWN).reverse();
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Mock provider</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_mock/lab.css">
<script type="module" src="/_mock/lab.js"></script>
</head>
<body>
<main>
<h1>Mock provider</h1>
<p>The mock's clock shows ${escapeHtml(now)}, and ${idle ? 'the mock is idle' : 'the mock has work in progress'}. Callbacks go to ${callback_url ? `<code>${breakable(callback_url)}</code>` : 'no app, because no callback URL is set'}.</p>
${LAB_PARTS}
<h2>Connect</h2>
<pre>${escapeHtml(JSON.stringify(mock.credentials, null, 2))}</pre>
<h2>Businesses</h2>
${table(
  ['Channel', 'ID', 'Name', 'WhatsApp account', 'Templates'],
  businesses.flatMap(({ assets }) =>
    assets.map((one) => [
      one.channel,
      one.id,
      `${one.name} (${one.handle})`,
      one.waba_id ?? '',
      one.templates === undefined ? '' : String(one.templates),
    ]),
  ),
)}
<h2>People on WhatsApp</h2>
${table(
  ['Known to', 'Name', 'Username', 'User ID', 'Phone number', 'In callbacks'],
  people.map(({ business_id, name, username = '', user_id = '', phone = '', wa_id }) => [
    business_id,
    name,
    username,
    user_id,
    phone,
    wa_id === undefined ? 'without the number' : 'with the number',
  ]),
)}
<h2>Sends</h2>
${table(
  ['At', 'Channel', 'From', 'To', 'Type', 'Status', 'ID', 'Payload'],
  sends.map((send) => [
    send.at,
    send.channel,
    send.business_id,
    toOf(send, people),
    send.type,
    send.status,
    send.external_id,
    JSON.stringify(send.payload),
  ]),
)}
<h2>Callbacks</h2>
${table(
  ['At', 'Channel', 'Business', 'Events', 'Attempt', 'Response'],
  callbacks.map((one) => [
    one.at,
    one.channel,
    one.business_id,
    one.events.join(', '),
    String(one.attempt),
    one.error ?? String(one.status_code),
  ]),
)}
<h2>Pending faults</h2>
${table(
  ['Fault'],
  mock.faults.list().map((fault) => [JSON.stringify(fault)]),
)}
</main>
</body>
</html>
`;
}

/** Shows the username of a recipient who has one, because readers do not recognize an ID. */
function toOf({ business_id, to }: Send, people: (KnownContact & { business_id: string })[]): string {
  const found = people.find((one) => one.business_id === business_id && (one.user_id === to || one.phone === to));
  return found?.username === undefined ? to : `${to} (${found.username})`;
}

function table(heads: string[], rows: string[][]): string {
  if (rows.length === 0) {
    return '<p>None yet.</p>';
  }
  const head = heads.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${breakable(cell)}</td>`).join('')}</tr>`).join('\n');
  return `<div class="scroll" role="region" aria-label="${escapeHtml(heads.join(', '))}" tabindex="0"><table>\n<thead><tr>${head}</tr></thead>\n<tbody>\n${body}\n</tbody>\n</table></div>`;
}

/** Returns text whose long names and JSON wrap only after punctuation, never within a word. */
function breakable(value: string): string {
  return escapeHtml(value).replace(/[_,:./](?=\S)/g, '$&<wbr>');
}
