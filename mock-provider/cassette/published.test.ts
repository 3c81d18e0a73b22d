import { expect, test } from 'vitest';
import type { RecordedExchange } from './cassette.ts';
import { diffAgainstMock } from './diff.ts';

// The examples of Meta's OpenAPI document and of its pages on media and the Send API, as cassettes.

const RECORDED = '2026-06-01T12:00:00.000Z';
const NUMBER = '106540352242922';
const PAGE = '113846158011745';
const TO = '+16505551234';
const WAMID = 'wamid.HBgLMTY1MDM4Nzk0MzkVAgARGBJCOTY3NDc0NDFDRUI3NTA0Q0UA';
const JSON_TYPE = { 'content-type': 'application/json' };

function asked(at: number, path: string, json: object | undefined, answer: object, status = 200): RecordedExchange {
  const headers = { authorization: 'Bearer EAAexample', ...JSON_TYPE };
  const method = json === undefined ? 'GET' : 'POST';
  return {
    kind: 'request',
    at,
    took: 5,
    request: { method, host: 'graph.facebook.com', path, query: {}, headers, ...(json && { body: { json } }) },
    response: { status, headers: {}, body: { json: answer } },
  };
}

/** The differences in bodies and codes: the published examples have no headers. */
const differences = async (exchanges: RecordedExchange[]) =>
  (await diffAgainstMock({ recorded_at: RECORDED, exchanges })).filter(({ what }) => what !== 'header');

const WHATSAPP = { messaging_product: 'whatsapp', recipient_type: 'individual', to: TO };
const ACCEPTED = {
  messaging_product: 'whatsapp',
  contacts: [{ input: TO, wa_id: '16505551234' }],
  messages: [{ id: WAMID }],
};

test('the mock answers messages of WhatsApp as the published examples show', async () => {
  const path = `/v23.0/${NUMBER}/messages`;
  const template = {
    name: 'order_confirmation',
    language: { code: 'en_US' },
    components: [{ type: 'body', parameters: [{ type: 'text', text: 'Pablo' }] }],
  };
  const buttons = {
    type: 'button',
    body: { text: 'Choose' },
    action: { buttons: [{ type: 'reply', reply: { id: 'a', title: 'A' } }] },
  };
  expect(
    await differences([
      asked(0, path, { ...WHATSAPP, type: 'text', text: { body: 'Hello', preview_url: false } }, ACCEPTED),
      asked(100, path, { ...WHATSAPP, type: 'interactive', interactive: buttons }, ACCEPTED),
      asked(200, path, { ...WHATSAPP, type: 'location', location: { latitude: 37.75, longitude: -122.42 } }, ACCEPTED),
      asked(300, path, { ...WHATSAPP, type: 'image', image: { link: 'https://shop.example/a.png' } }, ACCEPTED),
      asked(
        400,
        path,
        { ...WHATSAPP, type: 'template', template },
        {
          ...ACCEPTED,
          messages: [{ id: WAMID, message_status: 'accepted' }],
        },
      ),
    ]),
  ).toEqual([]);
});

test('the mock answers messages of Messenger as the published examples show', async () => {
  const answer = {
    recipient_id: '1008372609250235',
    message_id: 'm_AG5Hz2Uq7tuwNEhXfYYKj8mJEM_QPpz5jdCK48PnKAjSdjfipqxqMvK8ma6AC8fplwlqLP_5cgXIbu7I3rBN0P',
  };
  const body = { recipient: { id: '1008372609250235' }, messaging_type: 'RESPONSE', message: { text: 'hi' } };
  expect(await differences([asked(0, `/v23.0/${PAGE}/messages`, body, answer)])).toEqual([]);
});

test('reports an example that the mock does not answer', async () => {
  const wrong = { ...ACCEPTED, contacts: [{ input: TO }] };
  const text = { ...WHATSAPP, type: 'text', text: { body: 'Hello' } };
  expect(await differences([asked(0, `/v23.0/${NUMBER}/messages`, text, wrong)])).toMatchObject([
    { what: 'shape', at: 'body.contacts[0].wa_id', recorded: 'nothing' },
  ]);
});

test('the mock has the objects that accepted requests name, and not those that Meta refused', async () => {
  const waba = '114503234599312';
  const unknown = {
    message: "Unsupported get request. Object with ID '123123' does not exist, ...",
    type: 'GraphMethodException',
    code: 100,
    error_subcode: 33,
    fbtrace_id: 'AhvemSTIjTs-WJikZKj0mLu',
  };
  const missing = {
    message: 'Invalid parameter',
    type: 'OAuthException',
    code: 100,
    error_subcode: 2593002,
    is_transient: false,
    error_user_title: 'Message Template Not Found',
    error_user_msg: "The message template fake name wasn't found for this account.",
    fbtrace_id: 'Ax5tIkALJCP4l5S8jbPvW2n',
  };
  const components = [{ type: 'BODY', text: 'Thank you, {{1}}!', example: { body_text: [['Ignacio']] } }];
  const analytics = asked(500, `/v23.0/${waba}/template_analytics`, undefined, {
    data: [
      {
        granularity: 'DAILY',
        product_type: 'cloud_api',
        data_points: [{ template_id: '25979270448374156', start: 1767225600, end: 1767312000, sent: 0 }],
      },
    ],
    paging: { cursors: { before: 'MAZDZD', after: 'MjQZD' } },
  });
  analytics.request.query = {
    ...{ granularity: 'DAILY', start: '1767225600', end: '1767311999' },
    ...{ template_ids: '25979270448374156', metric_types: 'SENT' },
  };
  const remove = (at: number, name: string, answer: object, status = 200): RecordedExchange => {
    const exchange = asked(at, `/v23.0/${waba}/message_templates`, undefined, answer, status);
    return { ...exchange, request: { ...exchange.request, method: 'DELETE', query: { name } } };
  };
  expect(
    await differences([
      asked(0, '/v23.0/123123/phone_numbers', undefined, { error: unknown }, 400),
      asked(100, `/v23.0/${NUMBER}/deregister`, {}, { success: true }),
      remove(200, 'seasonal_promotion', { success: true }),
      remove(300, 'fake name', { error: missing }, 400),
      asked(400, '/v23.0/1713674996085293', { components }, { success: true }),
      analytics,
    ]),
  ).toEqual([]);
});
