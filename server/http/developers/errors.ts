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
import type { App } from '../../app/app.ts';
import { coloredJson } from './code.ts';
import { durationOf, listOf } from './duration.ts';
import { codeText, type Html, html, prose } from './html.ts';
import { basePath, pageList, writePage } from './layout.ts';
import { operationTable } from './operations.ts';

const { 'x-retry': RETRY, 'x-retry-delays-seconds': DELAYS } = document.components.schemas.ErrorCode;
const CODES = Object.keys(ERRORS) as ErrorCode[];
/** How many codes to suggest for an unknown code. */
const NEAREST = 5;

const waits = listOf(DELAYS.map(durationOf));

/** The meaning of each value of `x-retry` in the API document: a short text for lists, and a full one. */
const RETRIES: Record<string, { short: string; full: Html }> = {
  never: {
    short: 'no',
    full: html`No. The answer stays the same until you apply the fix under “How to fix it”.`,
  },
  after: {
    short: 'after Retry-After',
    full: html`Yes. Wait for the number of seconds in the header <code>Retry-After</code>, then retry the request.`,
  },
  backoff: {
    short: 'yes, with backoff',
    full: html`Yes. Retry the request after ${waits}. If it still fails, something else is wrong.`,
  },
  'same-key': {
    short: 'yes, with the same key',
    full: html`Yes. Retry the request after ${waits}, with the same <code>Idempotency-Key</code>: then nothing is done twice, whatever the result of the first try.`,
  },
};

const retryOf = (code: ErrorCode) => RETRIES[RETRY[code]] as (typeof RETRIES)[string];

/** Returns the error code in a path, in upper or lower case; undefined if there is none. */
export const codeNamed = (name: string): ErrorCode | undefined => CODES.find((code) => code === name.toUpperCase());

/** Returns the page with a table of all codes. */
export function errorListPage(app: App): string {
  return writePage(app, {
    title: 'Errors',
    under: '/developers/errors',
    side: codeList(app),
    content: html`<h1>Errors</h1>
<p>Every error is JSON with <code>success</code> false and an <code>error</code> object. The meaning of a
<code>code</code> never changes. New codes may be added, so handle an unknown one by its HTTP status. <code>message</code>,
<code>reason</code> and <code>fix</code> are for people, <code>param</code> names the field at fault, and <code>docs</code> links to
this page. If something looks wrong on our side, send us the <code>request_id</code>.</p>
<div class="table" role="region" aria-label="Error codes" tabindex="0">
<table>
<thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Why it happens</th><th scope="col">Retry?</th></tr></thead>
<tbody>
${CODES.map(
  (code) =>
    html`<tr><td>${linkTo(app, code)}</td><td>${ERRORS[code].http}</td><td>${prose(ERRORS[code].reason)}</td><td>${retryOf(code).short}</td></tr>
`,
)}</tbody>
</table>
</div>`,
  });
}

/** Returns the page of a code: its meaning, cause and fix, and an example. */
export function errorPage(app: App, code: ErrorCode): string {
  const { http, reason, fix }: ErrorRow = ERRORS[code];
  const operations = OPERATIONS.filter(({ errors }) => errors.includes(code));
  return writePage(app, {
    title: code,
    under: '/developers/errors',
    side: codeList(app, code),
    content: html`<div class="pair">
<div>
<h1>${codeText(code)}</h1>
<p>HTTP ${http} ${STATUS_CODES[http]}</p>
<dl>
<dt>Example message</dt><dd>${prose(messageOf(code, ERROR_EXAMPLES[code].values))}</dd>
<dt>Why it happens</dt><dd>${prose(reason)}</dd>
<dt>How to fix it</dt><dd>${prose(fix)}</dd>
<dt>Whether to retry the request</dt><dd>${retryOf(code).full}</dd>
</dl>
</div>
<div class="beside">
<h2>Example</h2>
<pre tabindex="0"><code>${exampleOf(app, code)}</code></pre>
</div>
</div>
<h2>Operations that return it</h2>
${
  operations.length > 0
    ? operationTable(basePath(app), operations)
    : html`<p>No operation returns it. It is the answer if the path and the method match no operation.</p>`
}
<p><a href="${basePath(app)}/developers/errors">All errors</a></p>`,
  });
}

/** Returns the page for an unknown code, with the most similar codes. */
export function unknownErrorPage(app: App, name: string): string {
  const nearest = CODES.map((code) => ({ code, far: distance(code, name.toUpperCase()) }))
    .sort((left, right) => left.far - right.far)
    .slice(0, NEAREST);
  return writePage(app, {
    title: 'No such error',
    under: '/developers/errors',
    side: codeList(app),
    content: html`<h1>There is no error ${codeText(name)}</h1>
<p>The most similar codes are:</p>
<ul>
${nearest.map(
  ({ code }) => html`<li>${linkTo(app, code)}</li>
`,
)}</ul>
<p><a href="${basePath(app)}/developers/errors">All errors</a></p>`,
  });
}

/** Returns links to all codes, by HTTP status. */
const codeList = (app: App, current?: ErrorCode): Html =>
  pageList(
    'Errors',
    'All errors',
    Object.entries(Object.groupBy(CODES, (code) => ERRORS[code].http)).map(([http, codes = []]) => ({
      title: `${http} ${STATUS_CODES[http]}`,
      pages: codes.map((code) => ({
        href: `${basePath(app)}/developers/errors/${code}`,
        title: codeText(code),
        isCurrent: code === current,
      })),
    })),
  );

const linkTo = (app: App, code: ErrorCode): Html =>
  html`<a href="${basePath(app)}/developers/errors/${code}">${codeText(code)}</a>`;

function exampleOf(app: App, code: ErrorCode): Html {
  const { http } = ERRORS[code];
  const body = errorExample(code, app.publicUrl());
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': body.error.request_id,
    ...(ERROR_EXAMPLES[code] as ErrorExample).headers,
  };
  const head = [
    `HTTP/1.1 ${http} ${STATUS_CODES[http]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ].join('\n');
  return html`${head}\n\n${coloredJson(JSON.stringify(body, null, 2))}`;
}
