/** The additional styles of the documentation. */
export const DOCS_STYLESHEET = `:root {
  --mark: #fff0a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --mark: #3a3000;
  }
}
header,
footer,
.docs {
  max-width: 76rem;
}
.docs {
  margin: 0 auto;
}
.docs main {
  max-width: 50rem;
  min-width: 0;
  margin: 0;
  overflow-wrap: break-word;
}
.side {
  padding: 1rem 1.25rem;
  font-size: 0.9375rem;
}
.side form {
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 0.25rem 0.5rem;
}
.side label {
  grid-column: 1 / -1;
  font-weight: 600;
}
.side input,
.side button {
  min-width: 0;
  padding: 0.375rem 0.5rem;
  color: var(--text);
  background: var(--page);
  border: 1px solid var(--faint);
  border-radius: 0.375rem;
  font: inherit;
}
.side button {
  background: var(--raised);
}
.side summary {
  padding: 0.5rem 0;
  font-weight: 600;
}
.side nav {
  margin-top: 0.75rem;
}
.side nav p {
  margin: 1rem 0 0.25rem;
  color: var(--faint);
  font-weight: 600;
}
.side nav ul {
  display: block;
}
.side nav li a {
  display: block;
  padding: 0.1875rem 0;
}
.side nav ul ul {
  padding-left: 0.875rem;
  border-left: 1px solid var(--line);
}
.side nav a:not(:hover, :focus-visible) {
  text-decoration: none;
}
.docs mark {
  color: inherit;
  background: var(--mark);
}
.docs .anchor {
  color: var(--faint);
  font-weight: 400;
  text-decoration: none;
}
.docs :is(h2, h3, h4):target {
  background: var(--mark);
}
.docs .file {
  margin: 1rem 0 -0.75rem;
  color: var(--faint);
}
.docs pre.output {
  background: none;
}
.docs :not(pre) > code {
  padding: 0 0.1875rem;
  background: var(--raised);
  border-radius: 0.1875rem;
}
.hits p {
  margin: 0.25rem 0 1rem;
}
.turns {
  display: flex;
  flex-wrap: wrap;
  gap: 1rem;
  margin-top: 3rem;
}
.turns a {
  padding: 0.5rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
}
.turns a[rel="next"] {
  margin-left: auto;
  text-align: right;
}
.turns span {
  display: block;
  color: var(--faint);
  font-size: 0.875rem;
}
@media (min-width: 56rem) {
  .docs {
    display: grid;
    grid-template-columns: 16rem minmax(0, 1fr);
  }
  .side {
    position: sticky;
    top: 0;
    max-height: 100vh;
    align-self: start;
    overflow-y: auto;
  }
  @supports selector(::details-content) {
    .side summary {
      display: none;
    }
    .side details::details-content {
      content-visibility: visible;
      height: auto;
    }
  }
}
@media print {
  .side,
  .turns,
  .docs .anchor {
    display: none;
  }
}
`;
