import { STATUS_CODES } from 'node:http';
import {
  document,
  ERROR_EXAMPLES,
  ERRORS,
  type ErrorCode,
  type ErrorExample,
  type ErrorRow,
  errorExample,
  messageOf,
  OPERATIONS,
} from '@wigwag/openapi';
import { distance } from 'fastest-levenshtein';
import type { App } from '../../app.ts';
import { durationOf, listOf } from './duration.ts';
import { codeText, type Html, html, prose } from './html.ts';
import { basePath, writePage } from './layout.ts';
import { operationTable } from './operations.ts';

const { 'x-retry': RETRY, 'x-retry-delays-seconds': DELAYS } = document.components.schemas.ErrorCode;
const CODES = Object.keys(ERRORS) as ErrorCode[];
/** How many codes are offered for one that does not exist. */
const NEAREST = 5;

const waits = listOf(DELAYS.map(durationOf));

/** What each word of the document's `x-retry` means: in short for lists, and in full. */
const RETRIES: Record<string, { short: string; full: Html }> = {
  never: {
    short: 'no',
    full: html`Not as it is: the answer stays the same until what stands under “How to fix it” has been done.`,
  },
  after: {
    short: 'after Retry-After',
    full: html`Yes. Wait for the seconds that the header <code>Retry-After</code> gives, then repeat the request.`,
  },
  backoff: {
    short: 'yes, with waits',
    full: html`Yes. Repeat the request after ${waits}; when it fails even then, something else is wrong.`,
  },
  'same-key': {
    short: 'yes, with the same key',
    full: html`Yes. Repeat the request after ${waits}, with the same <code>Idempotency-Key</code>: then nothing is done twice, whatever became of the first try.`,
  },
};

const retryOf = (code: ErrorCode) => RETRIES[RETRY[code]] as (typeof RETRIES)[string];

/** The code that a path names in whatever case; undefined when there is none. */
export const codeNamed = (name: string): ErrorCode | undefined => CODES.find((code) => code === name.toUpperCase());

/** All codes in one table. */
export function errorListPage(app: App): string {
  return writePage(app, {
    title: 'Errors',
    under: '/developers/errors',
    body: html`<main id="content" tabindex="-1">
<h1>Errors</h1>
<p>Every error is JSON with <code>success</code> false and an <code>error</code> object. Its <code>code</code> never changes its
meaning; new codes may come, so treat one that you do not know by its HTTP status. <code>message</code>, <code>reason</code> and
<code>fix</code> are for people, <code>param</code> names the field at fault, and <code>docs</code> leads here. Tell us the
<code>request_id</code> when something looks wrong on our side.</p>
<div class="table" role="region" aria-label="Error codes" tabindex="0">
<table>
<thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Why it happens</th><th scope="col">Repeat?</th></tr></thead>
<tbody>
${CODES.map(
  (code) =>
    html`<tr><td>${linkTo(app, code)}</td><td>${ERRORS[code].http}</td><td>${prose(ERRORS[code].reason)}</td><td>${retryOf(code).short}</td></tr>
`,
)}</tbody>
</table>
</div>
</main>`,
  });
}

/** What a code means, why it comes, what to do about it, and what the answer looks like. */
export function errorPage(app: App, code: ErrorCode): string {
  const { http, reason, fix }: ErrorRow = ERRORS[code];
  const operations = OPERATIONS.filter(({ errors }) => errors.includes(code));
  return writePage(app, {
    title: code,
    under: '/developers/errors',
    body: html`<main id="content" tabindex="-1">
<h1>${codeText(code)}</h1>
<p>HTTP ${http} ${STATUS_CODES[http]}</p>
<dl>
<dt>What it says, for example</dt><dd>${prose(messageOf(code, ERROR_EXAMPLES[code].values))}</dd>
<dt>Why it happens</dt><dd>${prose(reason)}</dd>
<dt>How to fix it</dt><dd>${prose(fix)}</dd>
<dt>Whether to repeat the request</dt><dd>${retryOf(code).full}</dd>
</dl>
<h2>An example</h2>
<pre tabindex="0"><code>${exampleOf(app, code)}</code></pre>
<h2>Where it comes from</h2>
${
  operations.length > 0
    ? operationTable(basePath(app), operations)
    : html`<p>No operation answers it: it comes where the path and the method are not those of an operation.</p>`
}
<p><a href="${basePath(app)}/developers/errors">All errors</a></p>
</main>`,
  });
}

/** The code does not exist: which ones are spelled like it. */
export function unknownErrorPage(app: App, name: string): string {
  const nearest = CODES.map((code) => ({ code, far: distance(code, name.toUpperCase()) }))
    .sort((left, right) => left.far - right.far)
    .slice(0, NEAREST);
  return writePage(app, {
    title: 'No such error',
    under: '/developers/errors',
    body: html`<main id="content" tabindex="-1">
<h1>There is no error ${codeText(name)}</h1>
<p>These are spelled most like it:</p>
<ul>
${nearest.map(
  ({ code }) => html`<li>${linkTo(app, code)}</li>
`,
)}</ul>
<p><a href="${basePath(app)}/developers/errors">All errors</a></p>
</main>`,
  });
}

const linkTo = (app: App, code: ErrorCode): Html =>
  html`<a href="${basePath(app)}/developers/errors/${code}">${codeText(code)}</a>`;

function exampleOf(app: App, code: ErrorCode): string {
  const { http } = ERRORS[code];
  const body = errorExample(code, app.publicUrl());
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': body.error.request_id,
    ...(ERROR_EXAMPLES[code] as ErrorExample).headers,
  };
  return [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(body, null, 2),
  ].join('\n');
}
