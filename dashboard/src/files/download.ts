/** Saves a text as a file of the person. */
export function download(name: string, type: 'text/csv' | 'application/json', text: string): void {
  // Spreadsheets detect UTF-8 by the byte order mark.
  const parts = type === 'text/csv' ? ['\ufeff', text] : [text];
  const address = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
