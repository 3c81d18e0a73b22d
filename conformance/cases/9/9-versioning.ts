import { OPERATIONS } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { CaseContext } from '../../context.ts';
import { clause, reading } from '../../declare-case.ts';
import { equal, expectThat } from '../../expectations.ts';

clause('9/base-url', async (t) => {
  expectThat(/\/v1$/.test(t.session.target.base_url), 'base_url ends in /v1', t.session.target.base_url);
});

const elsewhere = (baseUrl: string, version: string): string => baseUrl.replace(/\/v1$/, version);

reading('9/unversioned', async (t) => {
  (await t.get(`${elsewhere(t.session.target.base_url, '')}/me`)).refuses('NOT_FOUND');
});
clause('9/unversioned-post', async (t) => {
  const to = await t.customer();
  (await t.post(`${elsewhere(t.session.target.base_url, '')}/messages`, { to, text: 'Hi' })).refuses('NOT_FOUND');
  if (t.session.control) {
    equal(await t.sends(), [], 'the sends the provider accepted');
  }
});
reading('9/other-version', async (t) => {
  (await t.get(`${elsewhere(t.session.target.base_url, '/v2')}/me`)).refuses('NOT_FOUND');
});

const DOCUMENT = '/developers/openapi.json';

/** Returns the description. The target may publish it to anyone, or only to callers with a key (§4). */
async function description(t: CaseContext): Promise<ApiResponse> {
  const url = new URL(DOCUMENT, t.session.target.base_url).href;
  const answer = await t.get(url, { key: null });
  return [401, 403].includes(answer.status) ? t.get(url) : answer;
}

clause('9/document-no-key', async (t) => {
  equal((await t.get(new URL(DOCUMENT, t.session.target.base_url).href, { key: null })).status, 200, 'the status');
});
clause('9/document', async (t) => {
  const answer = await description(t);
  equal(answer.status, 200, 'the status');
  expectThat(/^3\.1\./.test(answer.body?.openapi), 'it is an OpenAPI 3.1 description', answer.text.slice(0, 100));
});
clause('9/document-operations', async (t) => {
  const { body } = await description(t);
  const told = Object.entries(body?.paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods as object).map(
      (method) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}').replace(/^.*\/v1(?=\/)/, '')}`,
    ),
  );
  const missing = OPERATIONS.filter(({ versioned }) => versioned)
    .map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    .filter((one) => !told.includes(one));
  equal(missing, [], 'operations missing from the description');
});
