// Sends the request of a reference page to this server, and shows the response as text.

const form = /** @type {HTMLFormElement} */ (document.querySelector('form.try'));
const status = /** @type {HTMLElement} */ (form.querySelector('[role=status]'));
const output = /** @type {HTMLElement} */ (form.querySelector('pre'));
const code = /** @type {HTMLElement} */ (output.querySelector('code'));
const STORED = 'wigwag-key';

/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | null} */ (form.elements.namedItem(name));
const key = /** @type {HTMLInputElement} */ (field('key'));

/** The key of the request, if the operation has one. A changed request gets a new key, unless the reader wrote one. */
const once = field('header Idempotency-Key');
let isOwnKey = false;
const newKey = () => {
  if (once && !isOwnKey) {
    once.value = [...crypto.getRandomValues(new Uint8Array(16))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('');
  }
};
newKey();
form.addEventListener('input', ({ target }) => {
  if (target === once) {
    isOwnKey = once?.value !== '';
  } else if (target !== key) {
    newKey();
  }
});

form.hidden = false;
key.value = sessionStorage.getItem(STORED) ?? '';

/** @returns {[path: string, RequestInit]} */
function requestOf() {
  let path = form.dataset.path ?? '';
  const query = new URLSearchParams();
  const headers = new Headers({ Authorization: `Bearer ${key.value.trim()}` });
  for (const one of /** @type {Iterable<HTMLInputElement>} */ (form.elements)) {
    const [place, name = ''] = one.name.split(' ');
    const value = one.value.trim();
    if (place === 'path') {
      path = path.replace(`{${name}}`, encodeURIComponent(value));
    }
    if (place === 'query' && value !== '') {
      query.append(name, value);
    }
    if (place === 'header' && value !== '') {
      headers.set(name, value);
    }
  }
  const [file, body] = [field('file')?.files?.[0], field('body')];
  if (file) {
    const data = new FormData();
    data.append('file', file);
    return [path, { headers, body: data }];
  }
  if (body) {
    headers.set('Content-Type', 'application/json');
  }
  const search = String(query);
  return [path + (search && `?${search}`), { headers, ...(body && { body: body.value }) }];
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  sessionStorage.setItem(STORED, key.value.trim());
  status.textContent = 'Sending…';
  output.hidden = true;
  try {
    const [path, options] = requestOf();
    const begun = performance.now();
    const response = await fetch(path, { method: form.dataset.method, ...options });
    const text = await response.text();
    const milliseconds = Math.round(performance.now() - begun);
    const replayed = response.headers.get('Idempotent-Replayed') === 'true';
    status.textContent = `${response.status} ${response.statusText} in ${milliseconds} ms${replayed ? ', the response to the first request' : ''}`;
    const isJson = response.headers.get('Content-Type')?.includes('json');
    code.textContent = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
    output.hidden = false;
  } catch (error) {
    status.textContent = `The request failed: ${/** @type {Error} */ (error).message}`;
  }
});
