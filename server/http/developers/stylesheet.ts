/** The stylesheet of all pages: light or dark, according to the reader's setting, and plain in print. */
export const STYLESHEET = `:root {
  color-scheme: light dark;
  --text: #1b1f24;
  --faint: #4d5561;
  --page: #ffffff;
  --raised: #f3f5f8;
  --line: #c9d0d9;
  --accent: #0b57b5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e8ebef;
    --faint: #b3bbc6;
    --page: #14171b;
    --raised: #1f242a;
    --line: #434b56;
    --accent: #8bbcff;
  }
}
* {
  box-sizing: border-box;
}
body {
  margin: 0;
  color: var(--text);
  background: var(--page);
  font: 1rem/1.6 system-ui, sans-serif;
}
a {
  color: var(--accent);
}
:focus-visible {
  outline: 3px solid var(--accent);
  outline-offset: 2px;
}
.skip {
  position: absolute;
  left: -100rem;
}
.skip:focus {
  left: 1rem;
  top: 1rem;
  z-index: 1;
  padding: 0.5rem 1rem;
  background: var(--page);
}
header,
main,
footer,
.start {
  max-width: 60rem;
  margin: 0 auto;
  padding: 1rem 1.25rem;
}
header {
  display: flex;
  flex-wrap: wrap;
  gap: 0.5rem 1.5rem;
  border-bottom: 1px solid var(--line);
}
header strong {
  margin-right: auto;
}
nav ul {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1.25rem;
  margin: 0;
  padding: 0;
  list-style: none;
}
nav a[aria-current] {
  color: var(--text);
  font-weight: 600;
  text-decoration: none;
}
footer {
  color: var(--faint);
  border-top: 1px solid var(--line);
}
h1,
h2,
h3 {
  line-height: 1.25;
  margin: 2rem 0 0.75rem;
}
h1 {
  margin-top: 1rem;
  overflow-wrap: anywhere;
}
code,
pre {
  font-family: ui-monospace, monospace;
  font-size: 0.9em;
}
pre code {
  font-size: inherit;
}
code {
  overflow-wrap: break-word;
}
pre {
  padding: 1rem;
  overflow-x: auto;
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 0.375rem;
}
pre code {
  overflow-wrap: normal;
}
.table {
  overflow-x: auto;
}
table {
  width: 100%;
  border-collapse: collapse;
}
th,
td {
  padding: 0.375rem 1rem 0.375rem 0;
  text-align: left;
  vertical-align: top;
  border-bottom: 1px solid var(--line);
}
@media (max-width: 40rem) {
  table {
    font-size: 0.875rem;
  }
  th,
  td {
    padding-right: 0.5rem;
  }
}
dt {
  font-weight: 600;
}
dd {
  margin: 0 0 1rem;
}
@media print {
  header,
  footer,
  .skip {
    display: none;
  }
  main {
    max-width: none;
    padding: 0;
  }
  pre {
    white-space: pre-wrap;
    break-inside: avoid;
  }
}
`;
