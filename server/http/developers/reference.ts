import { document as description } from '@wigwag/openapi';
import type { App } from '../../app.ts';
import { assetPath } from './assets.ts';
import { html, prose } from './html.ts';
import { basePath, writePage } from './layout.ts';
import { allOperations } from './operations.ts';

const { apiKey, apiKeyQuery } = description.components.securitySchemes;

/**
 * Returns the reference of all operations. Swagger UI shows the API document. Without scripts, the page is a list of
 * the operations.
 */
export function referencePage(app: App): string {
  const base = basePath(app);
  const document = `${base}/developers/openapi.json`;
  return writePage(app, {
    title: 'API reference',
    under: '/developers',
    head: html`<link rel="stylesheet" href="${base}${assetPath('swagger-ui.css')}">
<link rel="stylesheet" href="${base}${assetPath('reference.css')}">
<script src="${base}${assetPath('swagger-ui-bundle.js')}" defer></script>
<script src="${base}${assetPath('reference.js')}" defer></script>`,
    body: html`<aside class="start" aria-label="Where to start">New here? Start with the <a href="${base}/developers/docs/quickstart">quickstart</a>, or
see <a href="${base}/developers/docs">all guides</a>.</aside>
<div id="content" tabindex="-1" data-document="${document}">
<main>
<h1>API reference</h1>
<p>The full reference needs JavaScript. Programs can read the same content in the <a href="${document}">OpenAPI document</a>.</p>
<h2>Authentication</h2>
<p>${prose(apiKey.description)}</p>
<p>In the query as <code>${apiKeyQuery.name}</code>: ${prose(apiKeyQuery.description)}</p>
<h2>Operations</h2>
${allOperations(base)}
</main>
</div>`,
  });
}
