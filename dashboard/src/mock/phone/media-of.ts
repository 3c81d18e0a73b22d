/** Returns a file in the form that the control API takes: its bytes as base64. */
export async function mediaOf(file: File): Promise<{ mime_type: string; filename: string; bytes: string }> {
  const reader = new FileReader();
  const read = new Promise((resolve) => reader.addEventListener('load', resolve));
  reader.readAsDataURL(file);
  await read;
  const bytes = String(reader.result).replace(/^.*,/, '');
  return { mime_type: file.type || 'application/octet-stream', filename: file.name, bytes };
}
