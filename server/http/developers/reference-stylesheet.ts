/** The additional styles of the reference. */
export const REFERENCE_STYLESHEET = `.address {
  font-size: 1.125rem;
}
.method {
  font-family: ui-monospace, monospace;
  font-size: 0.875em;
}
.note {
  padding: 0.5rem 1rem;
  border-left: 4px solid var(--accent);
  background: var(--raised);
}
.operations {
  padding: 0;
  list-style: none;
}
.operations li {
  padding: 0.1875rem 0;
}
.fields {
  margin: 0.5rem 0 1rem;
}
.fields dd {
  margin: 0 0 0.75rem;
}
.fields .fields {
  padding-left: 0.875rem;
  border-left: 1px solid var(--line);
}
.type,
.limits {
  color: var(--faint);
  font-size: 0.875rem;
  font-weight: 400;
}
.docs main summary {
  padding: 0.25rem 0;
  cursor: pointer;
}
.response {
  padding: 0.25rem 0;
  border-bottom: 1px solid var(--line);
}
.try {
  padding: 0 1rem 1rem;
  border: 1px solid var(--line);
  border-radius: 0.375rem;
}
.try label {
  display: block;
  font-weight: 600;
}
.try input,
.try textarea,
.try button {
  display: block;
  width: 100%;
  padding: 0.375rem 0.5rem;
  color: var(--text);
  background: var(--page);
  border: 1px solid var(--faint);
  border-radius: 0.375rem;
  font: inherit;
  font-weight: 400;
}
.try textarea {
  font-family: ui-monospace, monospace;
  font-size: 0.875rem;
}
.try button {
  width: auto;
  padding: 0.5rem 1rem;
  background: var(--raised);
  font-weight: 600;
}
@media print {
  .try {
    display: none;
  }
}
`;
