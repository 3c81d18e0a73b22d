/** Sends the request of a reference page to this server, and shows the response as text. */
export const TRY_IT_SCRIPT = `const form = document.querySelector('form.try');
const field = (name) => form.elements.namedItem(name);
const status = form.querySelector('[role=status]');
const output = form.querySelector('pre');
const STORED = 'wigwag-key';

form.hidden = false;
field('key').value = sessionStorage.getItem(STORED) ?? '';

function requestOf() {
  const values = [...form.elements].map((one) => [...one.name.split(' '), one.value.trim()]);
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const [place, name, value] of values) {
    if (place === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    if (place === 'query' && value !== '') query.append(name, value);
  }
  const headers = { Authorization: 'Bearer ' + field('key').value.trim() };
  const [file, body] = [field('file'), field('body')];
  if (file) {
    const data = new FormData();
    data.append('file', file.files[0]);
    return [path, { headers, body: data }];
  }
  if (body) headers['Content-Type'] = 'application/json';
  const search = String(query);
  return [path + (search && '?' + search), { headers, body: body?.value }];
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORED, field('key').value.trim());
  status.textContent = 'Sending…';
  output.hidden = true;
  try {
    const [path, options] = requestOf();
    const begun = performance.now();
    const response = await fetch(path, { method: form.dataset.method, ...options });
    const text = await response.text();
    status.textContent = response.status + ' ' + response.statusText + ' in ' + Math.round(performance.now() - begun) + ' ms';
    output.firstChild.textContent = response.headers.get('Content-Type')?.includes('json') ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.hidden = false;
  } catch (error) {
    status.textContent = 'The request failed: ' + error.message;
  }
});
`;
