import type { App } from '../../app/app.ts';
import { assetPath } from './assets.ts';
import { coloredJson, tabs } from './code.ts';
import { fieldsOf } from './fields.ts';
import samples from './generated/samples.ts';
import { codeText, Html, html, prose } from './html.ts';
import { basePath } from './layout.ts';
import { type DescribedOperation, type DescribedResponse, readPublished } from './published.ts';
import { writeReference } from './reference.ts';
import { SAMPLE_LANGUAGES, sampleBody, samplesOf } from './samples.ts';

/** The origin in the examples of the published document. */
const EXAMPLE_ORIGIN = 'https://api.example.com';

/** Returns the page of an operation; undefined if there is none with this ID. */
export function operationPage(app: App, id: string): string | undefined {
  const operation = readPublished().find(id);
  if (!operation) {
    return undefined;
  }
  const base = basePath(app);
  const { method, path, summary, description, isDeprecated, parameters, bodySchema } = operation;
  const canTry = !isDeprecated && !operation.isOutside;
  return writeReference(app, {
    title: summary,
    current: id,
    script: canTry ? assetPath('try-it.js') : undefined,
    content: html`<div class="pair">
<div>
<h1>${summary}</h1>
<p class="address"><b class="method">${method}</b> ${codeText(`${operation.isOutside ? '' : '/api/v1'}${path}`)}</p>
${isDeprecated && html`<p class="note">Not recommended: this operation sends with GET.</p>`}
${description
  .trim()
  .split(/\n\n+/)
  .map(
    (paragraph) => html`<p>${prose(paragraph)}</p>
`,
  )}
${
  parameters.length > 0 &&
  html`<h2 id="parameters">Parameters</h2>
<dl class="fields">
${parameters.map((parameter) => fieldsOf({ type: 'object', properties: { [parameter.name]: withPlace(parameter) }, required: parameter.required ? [parameter.name] : [] }))}
</dl>`
}
${
  bodySchema &&
  html`<h2 id="body">Body</h2>
<p>Content-Type: <code>${operation.mediaType}</code></p>
<dl class="fields">
${fieldsOf(bodySchema)}
</dl>`
}
</div>
<div class="beside">
<h2 id="samples">Samples</h2>
${tabs(
  samplesOf(operation).map(({ language }) => ({
    title: SAMPLE_LANGUAGES[language].title,
    content: html`<pre tabindex="0" data-sample="${language}"><code>${new Html(samples.operations[operation.operationId]?.[language] ?? '')}</code></pre>
`,
  })),
)}
<p class="hint">The samples read <code>WIGWAG_BASE_URL</code>, which is <code>${app.publicUrl()}/api/v1</code>, and <code>WIGWAG_API_KEY</code>.</p>
${canTry && tryIt(app, operation)}
</div>
</div>
<h2 id="responses">Responses</h2>
${operation.responses.map((response) => responseOf(app, base, response))}`,
  });
}

const withPlace = ({ in: place, description, schema }: DescribedOperation['parameters'][number]) => ({
  ...readPublished().resolved(schema),
  description: `In the ${place}. ${description}`,
});

function responseOf(
  app: App,
  base: string,
  { status, description, schema, examples, errors }: DescribedResponse,
): Html {
  const isSuccess = status < 400;
  // The examples link to an example host. On this page, their links lead to this server.
  const text = (example: unknown) =>
    typeof example === 'string'
      ? example
      : JSON.stringify(example, null, 2).replaceAll(EXAMPLE_ORIGIN, () => app.publicUrl());
  return html`<details class="response" data-status="${status}"${isSuccess && html` open`}>
<summary><b>${status}</b> ${prose(description)}</summary>
<div class="pair">
<div>
${
  isSuccess &&
  schema &&
  html`<dl class="fields">
${fieldsOf(schema)}
</dl>`
}
</div>
<div class="beside">
${Object.entries(examples).map(
  ([
    name,
    example,
  ]) => html`${errors.some((code) => code === name) && html`<h3><a href="${base}/developers/errors/${name}">${codeText(name)}</a></h3>`}
<pre tabindex="0"><code>${coloredJson(text(example))}</code></pre>
`,
)}</div>
</div>
</details>
`;
}

/** Returns the form that calls this server. It is hidden until its script runs. */
function tryIt(app: App, operation: DescribedOperation): Html {
  const { method, path, parameters, mediaType } = operation;
  const body = sampleBody(operation);
  const isForm = mediaType === 'multipart/form-data';
  return html`<form class="try" hidden data-method="${method}" data-path="${`${basePath(app)}/api/v1${path}`}" aria-labelledby="try">
<h2 id="try">Try it</h2>
<p>The request goes to this server. ${method === 'GET' ? '' : 'With a live key, it changes data and may write to real people. '}The browser
keeps the key until you close the tab.</p>
<p><label>API key <input name="key" type="password" autocomplete="off" placeholder="ww_test_…" required></label></p>
${parameters.map(
  ({
    name,
    in: place,
    required,
  }) => html`<p><label>${name} <input name="${place} ${name}" autocomplete="off"${required && html` required`}></label></p>
`,
)}
${isForm && html`<p><label>file <input name="file" type="file" required></label></p>`}
${body !== undefined && !isForm && html`<p><label>Body <textarea name="body" rows="8" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label></p>`}
<p><button>Send the request</button></p>
<div role="status" aria-live="polite"></div>
<pre tabindex="0" aria-label="Response" hidden><code></code></pre>
</form>`;
}
