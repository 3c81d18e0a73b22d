import type { ApiAnswer, TestServer } from './server.ts';

/** A published flow for the demo account's template. */
export const SPRING = {
  name: 'Spring follow-up',
  template: 'promo_spring',
  button: 'Tell me more',
  is_active: true,
  steps: [{ delay: '0', text: 'Hi {{name}}' }],
};

export const PERSON = '905551112233';

/** Creates a flow and returns its ID. */
export async function makeFlow({ api }: Pick<TestServer, 'api'>, changes: object = {}): Promise<number> {
  const { status, body } = await api('POST', '/flows', { body: { ...SPRING, ...changes } });
  if (status !== 201) {
    throw new Error(`the flow was refused: ${JSON.stringify(body.error)}`);
  }
  return body.data.id;
}

/** Sends the template and returns the provider's ID of the message. */
export async function sendSpring(server: TestServer, to = PERSON): Promise<string> {
  const { body } = await server.api('POST', '/messages/template', { body: { to, name: 'promo_spring' } });
  await server.settle();
  const message = await server.api('GET', `/messages/${body.data.id}`);
  return message.body.data.external_id;
}

/** Simulates a press of a message's button; resolves when all resulting tasks are done. */
export async function press(
  { mock, business, settle }: TestServer,
  title: string,
  replyTo: string | undefined,
  from = PERSON,
): Promise<void> {
  await mock.receive({
    channel: 'whatsapp',
    business_id: business.whatsapp.phone_number_id,
    from: { id: from, name: 'Ada' },
    type: 'template_button',
    button: { payload: title, title },
    ...(replyTo !== undefined && { reply_to: replyTo }),
  });
  await settle();
}

/** Sends the template and simulates a press of one of its buttons. Returns the provider's ID of the message. */
export async function pressButton(server: TestServer, title: string, from = PERSON): Promise<string> {
  const externalId = await sendSpring(server, from);
  await press(server, title, externalId, from);
  return externalId;
}

/** Returns what the provider received besides templates, in order: texts, captions or URLs. */
export const stepsSent = ({ mock }: Pick<TestServer, 'mock'>, to = PERSON): string[] =>
  mock
    .sends()
    .filter((send) => send.type !== 'template' && send.to === to)
    .map(({ type, payload }) => {
      const content = payload[type] as { body?: string | { text: string }; link?: string; caption?: string };
      return typeof content.body === 'string' ? content.body : (content.body?.text ?? content.link ?? '');
    });

/** Returns the stats and the runs of a flow. */
export async function reportOf(
  { api }: Pick<TestServer, 'api'>,
  id: number,
): Promise<{
  stats: ApiAnswer['body'];
  runs: ApiAnswer['body'][];
}> {
  const stats = await api('GET', `/flows/${id}/stats`);
  const runs = await api('GET', `/flows/${id}/runs?order=asc`);
  return { stats: stats.body.data, runs: runs.body.data.runs };
}

export const conversationStatus = async ({ api }: Pick<TestServer, 'api'>, person = PERSON): Promise<string> =>
  (await api('GET', `/conversations/${person}`)).body.data.status;
