/** Starts Swagger UI on the reference page. */
export const REFERENCE_SCRIPT = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

const errorPages = document.getElementById('content').dataset.document.replace('openapi.json', 'errors/');

/** Removes elements that this page does not need, and links inside buttons, which some screen readers cannot reach. */
const nothing = () => () => null;
const plugin = {
  wrapComponents: {
    DeepLink: (_, { React }) => ({ text }) => React.createElement('span', null, text),
    ServersContainer: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    InfoUrl: nothing,
    OperationExtRow: (Row, { React }) => (row) =>
      row.xKey === 'x-errors'
        ? React.createElement('tr', null,
            React.createElement('td', null, row.xKey),
            React.createElement('td', null, codes(React, row.xVal)))
        : React.createElement(Row, row),
    ResponseExtension: (Extension, { React }) => (extension) =>
      extension.xKey === 'x-errors'
        ? React.createElement('div', { className: 'response__codes' }, codes(React, extension.xVal))
        : React.createElement(Extension, extension),
  },
};

/** Returns error codes with links to their pages. A code breaks only after its underscores. */
const codes = (React, list) =>
  list.toJS().flatMap((code, index) => [
    index > 0 && ' ',
    React.createElement('a', { key: code, href: errorPages + code },
      React.createElement('code', null, ...code.split(/(?<=_)/).flatMap((part, at) => at === 0 ? [part] : [React.createElement('wbr'), part]))),
  ]);

/** Adds labels to elements that Swagger UI leaves without one, and makes scrolling areas reachable by keyboard. */
function complete(root) {
  for (const field of root.querySelectorAll('textarea, select')) {
    field.ariaLabel ??= 'Example';
  }
  for (const button of root.querySelectorAll('button.json-schema-2020-12-accordion')) {
    button.ariaLabel ??= button.textContent.trim() || 'Fields';
  }
  for (const example of root.querySelectorAll('pre.microlight')) {
    example.tabIndex = 0;
  }
  for (const prose of root.querySelectorAll('.markdown, .renderedMarkdown')) {
    breakCodes(prose);
  }
}

/** Allows the codes in a text to break after their underscores, but nowhere else. */
function breakCodes(prose) {
  const texts = document.createTreeWalker(prose, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    if (/[A-Z]_[A-Z]/.test(texts.currentNode.data)) found.push(texts.currentNode);
  }
  for (const text of found) {
    const [first, ...parts] = text.data.split(/(?<=[A-Z]_)(?=[A-Z])/);
    text.replaceWith(first, ...parts.flatMap((part) => [document.createElement('wbr'), part]));
  }
}

async function show() {
  const root = document.getElementById('content');
  const response = await fetch(root.dataset.document);
  // The examples in the document link to an example host. On this page, their links lead to this server.
  const here = response.url.replace('/developers/openapi.json', '');
  const spec = JSON.parse((await response.text()).replaceAll('https://api.example.com/', here + '/'));
  delete spec.jsonSchemaDialect; // Swagger UI can read this dialect, but warns about any dialect except its own
  new MutationObserver(() => complete(root)).observe(root, { childList: true, subtree: true });
  SwaggerUIBundle({
    domNode: root,
    spec,
    deepLinking: true,
    docExpansion: 'list',
    filter: true,
    plugins: [plugin],
    showExtensions: true,
    supportedSubmitMethods: [],
    syntaxHighlight: { theme: 'obsidian' },
    validatorUrl: null,
  });
}

show();
`;

/** Improves the contrast of Swagger UI, and sets our dimensions. */
export const REFERENCE_STYLESHEET = `:root {
  --code: #5f0bab;
}
@media (prefers-color-scheme: dark) {
  :root {
    --code: #d6b3ff;
  }
}
.swagger-ui pre {
  border: 0;
}
.swagger-ui .info .title small {
  background: #4d5561;
}
.swagger-ui .info .title small.version-stamp {
  background: #3c6600;
}
.swagger-ui .info .title small pre.version {
  padding: 0;
  color: #ffffff;
  background: none;
}
.swagger-ui .info a,
.swagger-ui .link {
  color: var(--accent);
}
.swagger-ui .wrapper,
.swagger-ui .filter-container {
  max-width: 60rem;
  margin: 0 auto;
}
.swagger-ui main {
  padding: 0;
}
.swagger-ui code {
  overflow-wrap: break-word;
  word-break: normal;
}
.swagger-ui .opblock-body pre.microlight,
.swagger-ui .opblock-body pre.microlight code {
  overflow-wrap: normal;
  word-break: normal;
  hyphens: manual;
}
.swagger-ui .opblock-body pre.microlight {
  overflow-x: auto;
}
.swagger-ui .opblock.opblock-deprecated {
  opacity: 1;
}
:root .swagger-ui .opblock.opblock-deprecated .opblock-summary .opblock-summary-method {
  color: #000000;
  background: #ebebeb;
}
.swagger-ui .responses-table {
  table-layout: fixed;
}
.swagger-ui .responses-table .response-col_status {
  width: 4rem;
}
.swagger-ui .scheme-container,
.swagger-ui .response-col_links {
  display: none;
}
.swagger-ui .opblock .opblock-summary-method,
.swagger-ui .json-schema-2020-12__constraint--string {
  color: #000000;
  text-shadow: none;
}
.swagger-ui .parameter__in,
.swagger-ui .parameter__extension,
.swagger-ui .response__extension,
.swagger-ui .json-schema-2020-12-expand-deep-button {
  color: var(--faint);
}
.swagger-ui table.headers .header-col.header-col,
.swagger-ui .examples-select__section-label,
.swagger-ui .json-schema-2020-12 p {
  color: var(--text);
}
.swagger-ui :not(pre) > code,
.swagger-ui .markdown code,
.swagger-ui .renderedMarkdown code {
  color: var(--code);
}
`;
