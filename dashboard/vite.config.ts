import react from '@vitejs/plugin-react';
import {
  adminDocument,
  CAPABILITIES,
  CHANNELS,
  DELIVERY_FAILURES_TO_DISABLE,
  document,
  ERRORS,
  EVENTS,
  FAILURE_FIXES,
  LIST_MAX_ROWS,
  OPERATIONS,
  REQUESTS_PER_MINUTE,
  SCOPES,
} from '@wigwag/openapi';
import { defineConfig, type Plugin } from 'vite';

const endpoint = adminDocument.components.schemas.AddEndpointRequest.properties;
const { InteractiveButtons, InteractiveList } = document.components.schemas;
const { text: aboveButtons, buttons } = InteractiveButtons.properties;
const { text: aboveList, button: opener, sections } = InteractiveList.properties;
const row = sections.items.properties.rows.items.properties;
const limitOf = ({ allOf }: { allOf: readonly { maxLength: number }[] }): number =>
  Math.min(...allOf.map(({ maxLength }) => maxLength));

/** The tables of the API document that pages show. The document itself is too large to send to browsers. */
const FACTS = {
  CAPABILITIES,
  CHANNELS,
  DELIVERY_FAILURES_TO_DISABLE,
  ENDPOINT_LIMITS: { name: endpoint.name.maxLength, filter: endpoint.filter.maxLength },
  EVENTS,
  FAILURE_FIXES,
  INTERACTIVE_LIMITS: {
    buttons: buttons.maxItems,
    buttonsText: limitOf(aboveButtons),
    buttonTitle: limitOf(buttons.items.properties.title),
    listText: limitOf(aboveList),
    listButton: limitOf(opener),
    rowTitle: limitOf(row.title),
    rowDescription: limitOf(row.description),
  },
  LIST_MAX_ROWS,
  REQUESTS_PER_MINUTE,
  SCOPES,
  SCOPE_TEXTS: Object.fromEntries(
    SCOPES.map((scope) => [
      scope,
      OPERATIONS.filter(({ scopes }) => scopes.includes(scope))
        .map(({ node }) => `${node.summary}.`)
        .join(' '),
    ]),
  ),
  FIXES: Object.fromEntries(Object.entries(ERRORS).map(([code, { fix }]) => [code, fix])),
};

/** Serves the tables as the module `virtual:facts` (src/facts.d.ts). */
const facts = (): Plugin => ({
  name: 'facts',
  resolveId: (id) => (id === 'virtual:facts' ? id : undefined),
  load: (id) =>
    id === 'virtual:facts'
      ? Object.entries(FACTS)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : undefined,
});

// Tests set it to `test`, and the build would then contain React for development.
process.env.NODE_ENV = 'production';

/** The pages, each with its folder in `dist`: the dashboard of the server, and the page of the mock. */
export default defineConfig(({ mode }) => ({
  // Relative to the `base` element, whose address the server sets: a proxy can add a path prefix.
  base: './',
  plugins: [react(), facts()],
  build: {
    outDir: mode === 'mock' ? 'dist/mock' : 'dist/app',
    rolldownOptions: {
      input: mode === 'mock' ? 'mock.html' : 'index.html',
      output: {
        // Otherwise each icon that two pages share is a file of some hundred bytes, and costs a request.
        codeSplitting: { groups: [{ name: 'icons', test: /lucide-react/, minShareCount: 2 }] },
      },
    },
    // The content security policy allows no `data:` fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1000,
  },
}));
