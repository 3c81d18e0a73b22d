import { OPERATIONS } from '@wigwag/openapi';
import type { ApiResponse } from '../../answer.ts';
import type { ApiCallOptions } from '../../api.ts';
import type { CaseContext } from '../../context.ts';
import { clause } from '../../declare-case.ts';
import { expectThat } from '../../expectations.ts';
import { FILES } from '../support/files.ts';
import { create, flowBody, link, onlyFlow, reply, step, template } from '../support/flows.ts';
import { ample } from '../support/support.ts';
import { type Typed, typedFields, withValue, wrongValues } from '../support/types.ts';

// Every field of every request, with values of other JSON types. The document lists the fields and their types.

interface TypedRequest {
  method: string;
  path: string;
  body: Record<string, unknown>;
  options?: ApiCallOptions;
}

interface OperationForm {
  /** The operation, and which of its forms. */
  operation: string;
  variant?: string;
  clause: string;
  /** The clause for parts to which the specification gives no type. */
  nested?: string;
  /** A valid body, to know its fields. `make` replaces values that only the target knows. */
  body: Record<string, unknown>;
  make: (t: CaseContext, body: Record<string, unknown>) => Promise<TypedRequest>;
}

/**
 * Paths of fields below another field to which the specification gives a type. A delay is a string, but a plain number of
 * minutes may also be a JSON number.
 */
const TYPED_PARTS = /^(buttons\.0\.index|interactive\.(buttons|sections)|steps\.0\.(text|type|media_url|buttons))$/;
const isNested = ({ path }: Typed): boolean => path.includes('.') && !TYPED_PARTS.test(path);

const PLACE = { latitude: 41.5, longitude: 28.5, name: 'Our shop', address: 'Galata 1' };
const MESSAGES: Record<string, Record<string, unknown>> = {
  text: { channel: 'whatsapp', connection_id: '', type: 'text', text: 'Hello', reply_to: 'wamid.1' },
  file: { type: 'document', media: { url: '' }, caption: 'Your invoice', filename: 'invoice.pdf' },
  location: { type: 'location', ...PLACE },
  buttons: {
    type: 'interactive',
    interactive: { kind: 'button', text: 'Which one?', buttons: [{ id: 'one', title: 'One' }] },
  },
  list: {
    type: 'interactive',
    interactive: {
      kind: 'list',
      text: 'Which size?',
      button: 'Sizes',
      sections: [{ title: 'All', rows: [{ id: 'small', title: 'Small', description: 'The smallest' }] }],
    },
  },
};

/** Returns the fields of a message whose values only the target knows. */
async function filled(t: CaseContext, variant: string): Promise<Record<string, unknown>> {
  if (variant === 'file') {
    return { media: { url: t.file('a.pdf', FILES['a.pdf']) } };
  }
  if (variant !== 'text') {
    return {};
  }
  const to = t.person();
  return { to, reply_to: await t.writes(to), connection_id: (await t.account()).connections?.whatsapp };
}

const FLOW = {
  name: 'Types',
  template: 'press_me',
  button: 'More',
  is_active: false,
  stop_on_reply: true,
  stop_on_agent: true,
  quiet_start: 22,
  quiet_end: 7,
  steps: [step('0', 'First', { buttons: [reply('Yes')] })],
};

const FORMS: readonly OperationForm[] = [
  ...Object.entries(MESSAGES).map(([variant, body]) => ({
    operation: 'sendMessage',
    variant,
    clause: '2.3/types',
    nested: '2.3/types-nested',
    body: { to: '905551112233', ...body },
    make: async (t: CaseContext, form: Record<string, unknown>) => ({
      method: 'POST',
      path: '/messages',
      body: { ...form, to: t.person(), ...(await filled(t, variant)) },
      options: await ample(t, 'test'),
    }),
  })),
  ...(
    [
      ['variables', { name: 'order_update', variables: ['Ada', '1'], buttons: [{ index: 0, text: '1' }] }],
      ['header', { name: 'promo_spring', header: { url: '' } }],
    ] as const
  ).map(([variant, body]) => ({
    operation: 'sendTemplate',
    variant,
    clause: '2.4/types',
    nested: '2.4/types-nested',
    body: { channel: 'whatsapp', connection_id: '', to: '905551112233', language: 'en_US', ...body },
    make: async (t: CaseContext, form: Record<string, unknown>) => {
      t.requireOwnAccount();
      return {
        method: 'POST',
        path: '/messages/template',
        body: {
          ...form,
          to: t.person(),
          connection_id: (await t.account()).connections?.whatsapp,
          ...(variant === 'header' && { header: { url: t.file('a.jpg', FILES['a.jpg']) } }),
        },
        options: await ample(t, 'test'),
      };
    },
  })),
  {
    operation: 'upsertContact',
    clause: '2.9/types-create',
    body: { phone: '905551112233', name: 'Ada', email: 'a@ada.example', display_name: 'A', username: 'ada' },
    make: async (t, body) => ({
      method: 'POST',
      path: '/contacts',
      body: { ...body, phone: t.person() },
      options: await ample(t),
    }),
  },
  {
    operation: 'updateContact',
    clause: '2.9/types-update',
    body: { phone: '905551112233', name: 'Ada', email: 'a@ada.example', display_name: 'A', username: 'ada' },
    make: async (t, body) => {
      const phone = t.person();
      (await t.post('/contacts', { phone })).succeeds();
      return { method: 'PATCH', path: `/contacts/${phone}`, body: { ...body, phone }, options: await ample(t) };
    },
  },
  // The specification gives no type to the phone of these two (2.10/opt-out-phone-text).
  ...(
    [
      ['addOptOut', '2.10/types-opt-out', '/opt-outs', 'source'],
      ['blockNumber', '2.10/types-block', '/blocked-numbers', 'reason'],
    ] as const
  ).map(([operation, id, path, note]) => ({
    operation,
    clause: id,
    body: { [note]: 'by phone call' },
    make: async (t: CaseContext, body: Record<string, unknown>) => ({
      method: 'POST',
      path,
      body: { ...body, phone: t.person() },
      options: await ample(t),
    }),
  })),
  {
    operation: 'createFlow',
    clause: '2.11/types-create',
    nested: '2.11/types-nested',
    body: FLOW,
    make: async (t, body) => {
      await template(t);
      return { method: 'POST', path: '/flows', body: flowBody(body), options: await ample(t) };
    },
  },
  {
    operation: 'createFlow',
    variant: 'by ID, with a link',
    clause: '2.11/types-create',
    nested: '2.11/types-nested',
    body: { name: 'Types', template_id: 1, button_index: 0, steps: [step('0', 'First', { buttons: [link('Shop')] })] },
    make: async (t, body) => ({
      method: 'POST',
      path: '/flows',
      body: { ...body, template_id: await template(t) },
      options: await ample(t),
    }),
  },
  {
    operation: 'createFlow',
    variant: 'with a file',
    clause: '2.11/types-create',
    body: { ...FLOW, steps: [{ delay: '0', type: 'video', media_url: '' }] },
    make: async (t, body) => {
      await template(t);
      const steps = [{ delay: '0', type: 'video', media_url: t.file('a.mp4', FILES['a.mp4']) }];
      return { method: 'POST', path: '/flows', body: { ...body, steps }, options: await ample(t) };
    },
  },
  {
    operation: 'updateFlow',
    clause: '2.11/types-update',
    body: FLOW,
    make: async (t, body) => {
      const id = await onlyFlow(t, (await create(t)).succeeds());
      return { method: 'PATCH', path: `/flows/${id}`, body, options: await ample(t) };
    },
  },
  {
    operation: 'updateFlow',
    variant: 'by ID',
    clause: '2.11/types-update',
    body: { template_id: 1, button_index: 0 },
    make: async (t, body) => {
      const template_id = await template(t);
      const id = await onlyFlow(t, (await create(t)).succeeds());
      return { method: 'PATCH', path: `/flows/${id}`, body: { ...body, template_id }, options: await ample(t) };
    },
  },
  {
    operation: 'testFlow',
    clause: '4.8/test-types',
    body: { to: '905551112233' },
    make: async (t) => {
      const id = await onlyFlow(t, (await create(t)).succeeds());
      return { method: 'POST', path: `/flows/${id}/test`, body: { to: await t.customer() }, options: await ample(t) };
    },
  },
  {
    operation: 'updateConversation',
    clause: '4.7/patch-types',
    body: { status: 'open', agent_id: 1, unread_count: 3 },
    make: async (t, body) => {
      const phone = await t.customer();
      const agent_id = await t.agent();
      return { method: 'PATCH', path: `/conversations/${phone}`, body: { ...body, agent_id }, options: await ample(t) };
    },
  },
  {
    operation: 'testWebhook',
    clause: '4.10/types',
    body: { event: 'message.received' },
    make: async (t, body) => {
      await t.ownReceiver();
      return { method: 'POST', path: '/webhooks/test', body, options: await ample(t) };
    },
  },
];

/** The forms, for a test that every typed field of the document is in one of them. */
export const FORMS_OF: ReadonlyMap<string, readonly Record<string, unknown>[]> = new Map(
  [...Map.groupBy(FORMS, ({ operation }) => operation)].map(([id, forms]) => [id, forms.map(({ body }) => body)]),
);

const operationOf = (id: string) => OPERATIONS.find((one) => one.id === id) as (typeof OPERATIONS)[number];

/** Returns a valid request of this form, in an account that its cases share, after the target has accepted it. */
const valid = (t: CaseContext, { operation, variant, body, make }: OperationForm) =>
  t.shared(`types ${operation} ${variant}`, async (own) => {
    const request = await make(own, body);
    (await own.call(request.method, request.path, { ...request.options, body: request.body })).succeeds();
    return { own, ...request };
  });

for (const form of FORMS) {
  const { operation, variant, nested } = form;
  const name = variant === undefined ? operation : `${operation}, ${variant}`;
  const fields = typedFields(operationOf(operation), form.body);
  for (const field of fields) {
    const id = isNested(field) ? nested : form.clause;
    if (id !== undefined) {
      clause(id, `${name}: ${field.path}`, async (t) => {
        const { own, method, path, body, options } = await valid(t, form);
        const now = typedFields(operationOf(operation), body).find((one) => one.path === field.path) ?? field;
        for (const wrong of wrongValues(now)) {
          const answer = await own.call(method, path, { ...options, body: withValue(body, field.path, wrong) });
          // A number may also be refused as the name of something that does not exist.
          answer.refuses(422, 404);
        }
      });
    }
  }
  /** Checks the error of each field that is refused with VALIDATION_FAILED. */
  const each = async (t: CaseContext, check: (answer: ApiResponse, names: string[]) => void): Promise<void> => {
    const { own, method, path, body, options } = await valid(t, form);
    for (const field of fields.filter((one) => !isNested(one))) {
      const [wrong] = wrongValues(field);
      const answer = await own.call(method, path, { ...options, body: withValue(body, field.path, wrong) });
      const names = field.path.split('.').filter((one) => !/^\d+$/.test(one));
      if (answer.body?.error?.code === 'VALIDATION_FAILED') {
        check(answer, names);
      }
    }
  };
  clause('7/validation-errors-names', name, (t) =>
    each(t, ({ error }, names) => {
      const said = JSON.stringify(error.errors ?? null);
      expectThat(
        names.some((one) => said.includes(one)),
        `errors lists ${names.join('.')}`,
        error,
      );
    }),
  );
  clause('2.1/error-param-names-each', name, (t) =>
    each(t, ({ error }, names) => {
      const { param } = error;
      expectThat(
        (param ?? undefined) === undefined || names.some((one) => String(param).includes(one)),
        `param is ${names.join('.')}`,
        error,
      );
    }),
  );
}
