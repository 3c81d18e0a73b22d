/** The implementation under test: where it is, its keys, and the control protocol that it offers. */
export interface Target {
  base_url: string;
  control_url: string;
  live_key: string;
  test_key: string;
  signing_secret: string;
  account_id: string;
}

/** One call of the control protocol. @throws when it is refused: then the set-up of a case failed, not the case */
export async function control(
  target: Target,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(target.control_url + path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${method} ${path} on the control port answered ${response.status}: ${text}`);
  }
  return JSON.parse(text);
}
