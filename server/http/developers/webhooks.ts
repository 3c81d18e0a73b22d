import {
  DELIVERY_FAILURES_TO_DISABLE,
  DELIVERY_RETRY_DELAYS_MINUTES,
  DELIVERY_TIMEOUT_SECONDS,
  document,
  resolveReference,
  SIGNATURE_TOLERANCE_SECONDS,
} from '@wigwag/openapi';
import type { App } from '../../app/app.ts';
import { coloredJson, tabs } from './code.ts';
import { durationOf, listOf } from './duration.ts';
import samples from './generated/samples.ts';
import { Html, html, prose } from './html.ts';
import { basePath, pageList, writePage } from './layout.ts';
import { RECEIVERS, type SampleReceiver } from './receivers.ts';

interface DescribedEvent {
  post: {
    summary: string;
    description: string;
    parameters: { name: string; description: string }[];
    requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
  };
}

/** The events, each with an example. */
const EVENTS = Object.values(document.webhooks as unknown as Record<string, DescribedEvent>).map(({ post }) => {
  const { $ref } = post.requestBody.content['application/json'].schema;
  const { examples } = resolveReference($ref) as { examples: readonly [{ event: string }] };
  return { ...post, example: examples[0] };
});

/** Returns a description without its references to the specification, which the pages do not explain. */
const described = (text: string): Html => prose(text.replace(/ \(§[^)]*\)/g, ''));

const retries = listOf(DELIVERY_RETRY_DELAYS_MINUTES.map((minutes) => durationOf(minutes * 60)));
const tolerance = durationOf(SIGNATURE_TOLERANCE_SECONDS);

/**
 * Returns the page about webhooks: how events arrive, how to verify them, and what happens if the receiver does not
 * accept them (§6).
 */
export function webhooksPage(app: App): string {
  const base = basePath(app);
  const parts = Object.entries(PARTS);
  return writePage(app, {
    title: 'Webhooks',
    under: '/developers/webhooks',
    side: pageList('Webhooks', 'On this page', [
      { title: 'Webhooks', pages: parts.map(([anchor, title]) => ({ href: `#${anchor}`, title })) },
    ]),
    content: html`<h1>Webhooks</h1>
<p>When something happens, the server posts an event to the https address of your account. Answer with any 2xx within
${DELIVERY_TIMEOUT_SECONDS} seconds; any other answer counts as not received.</p>
${events()}
${verification()}
${behavior(base)}`,
  });
}

/** The sections of the page, by anchor. */
const PARTS = {
  events: 'Events',
  verify: 'Verify a delivery',
  retries: 'Retries',
  duplicates: 'Duplicates and order',
  try: 'Try it',
};

const events = (): Html => html`<h2 id="events">${PARTS.events}</h2>
<div class="pair">
<div>
<dl>
${EVENTS.map(
  ({
    example,
    summary,
    description,
  }) => html`<dt><code>${example.event}</code>: ${summary}</dt><dd>${described(description)}</dd>
`,
)}</dl>
<p>Each event is sent with these headers:</p>
<dl>
${EVENTS[0]?.parameters.map(
  ({ name, description }) => html`<dt><code>${name}</code></dt><dd>${described(description)}</dd>
`,
)}</dl>
</div>
<div class="beside">
<p>Each event is a JSON object like this one:</p>
<pre tabindex="0"><code>${coloredJson(JSON.stringify(EVENTS[0]?.example, null, 2))}</code></pre>
</div>
</div>`;

const verification = (): Html => html`<h2 id="verify">${PARTS.verify}</h2>
<div class="pair">
<div>
<p>Anyone who knows your address can post to it. The header <code>X-Service-Signature</code> proves the sender:
<code>t=&lt;unix_seconds&gt;,v1=&lt;hex&gt;</code>.</p>
<ol>
<li>Read the raw bytes of the body before anything parses it.</li>
<li>Refuse the delivery if <code>t</code> differs from your clock by more than ${tolerance}: it may be a replay of an old
one.</li>
<li>Compute the HMAC-SHA256 of <code>t</code>, a full stop and the body, with the signing secret of your webhook as the key.</li>
<li>Compare it with <code>v1</code> in constant time, so that no one can guess it digit by digit.</li>
</ol>
<p>The samples are complete receivers that need only the standard library. In TypeScript, <code>constructEvent</code> of
<code>@wigwag/sdk/webhooks</code> does the same in one call.</p>
<p>Libraries for Standard Webhooks verify the headers <code>webhook-id</code>,
<code>webhook-timestamp</code> and <code>webhook-signature</code> instead. Give them the signing secret as it is.</p>
</div>
<div class="beside">
${tabs(RECEIVERS.map(receiver))}
</div>
</div>`;

const receiver = ({ language, file, command }: SampleReceiver) => ({
  title: language,
  content: html`<p>Save it as <code>${file}</code> and run <code>WEBHOOK_SECRET=... ${command.join(' ')}</code></p>
<pre tabindex="0"><code>${new Html(samples.receivers[language] ?? '')}</code></pre>
`,
});

const behavior = (base: string): Html => html`<h2 id="retries">${PARTS.retries}</h2>
<p>The server retries a delivery that was not received after ${retries}, and then gives up. Each attempt has a new signature.
<code>attempt</code> and the header <code>X-Service-Attempt</code> count the attempts from 1.</p>
<p>After ${DELIVERY_FAILURES_TO_DISABLE} failed attempts in a row the server disables the address until the operator enables it again.
An answer of 410 disables it immediately.</p>
<h2 id="duplicates">${PARTS.duplicates}</h2>
<p>A delivery may arrive twice: if your answer is lost, the server cannot know that you have it. Store the <code>id</code> of each
delivery that you have processed; the header <code>X-Service-Delivery-Id</code> repeats it. Answer 2xx to a known <code>id</code>
without processing it again.</p>
<p>Events may arrive out of order. Move the status of a message only forward: sent, delivered, read.</p>
<h2 id="try">${PARTS.try}</h2>
<p><a href="${base}/developers/operations/testWebhook"><code>POST /webhooks/test</code></a> sends a sample event to your address and
returns your answer. <code>wigwag listen --receive</code> is a receiver for your terminal that shows each event and verifies its
signature.</p>`;
