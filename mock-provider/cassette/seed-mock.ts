import { createMockProvider, type MockOptions } from '../create-mock-provider.ts';
import type { MockProvider } from '../mock-provider.ts';
import type { Json } from '../world/state.ts';
import type { Bindings } from './bindings.ts';
import { type Cassette, fieldsOf, type RecordedExchange } from './cassette.ts';
import { UNREACHABLE } from './recorded-state.ts';
import { templatesOf } from './seed-templates.ts';

/** The IDs of a cassette's business, by kind. */
interface Assets {
  wabas: Set<string>;
  numbers: Set<string>;
  pages: Set<string>;
  accounts: Set<string>;
}

/**
 * Creates a mock that has the number, page, account and templates of a cassette, so that it can get the same requests.
 *
 * @param options the clock and the delivery
 */
export function seededMock(cassette: Cassette, bindings: Bindings, options: MockOptions): MockProvider {
  const { exchanges } = cassette;
  const assets = assetsOf(exchanges);
  const text = JSON.stringify(exchanges);
  const mock = createMockProvider({
    ...options,
    seed: 'cassette',
    seedDemo: false,
    // A cassette does not show every message that opened a window, but it shows the errors of closed windows.
    windows: UNREACHABLE.test(text) ? 'async' : 'off',
    echoes: text.includes('"is_echo":true'),
    deliveryMids: text.includes('"mids":'),
    webhookVersion: text.includes('"conversation":') ? 'v23.0' : 'v24.0',
    userIds: /"(recipient_)?user_id":/.test(text),
  });
  const [waba_id = '', number = ''] = [[...assets.wabas][0], [...assets.numbers][0]];
  const [page_id = '', account_id = ''] = [[...assets.pages][0], [...assets.accounts][0]];
  const business = mock.addBusiness({
    templates: templatesOf(exchanges),
    credentials: {
      ...((waba_id !== '' || number !== '') && {
        whatsapp: { waba_id: waba_id || '100000000000000', phone_number_id: number || '100000000000009' },
      }),
      ...(page_id !== '' && { messenger: { page_id } }),
      ...(account_id !== '' && { instagram: { account_id } }),
    },
  });
  for (const id of [...assets.numbers].slice(1)) {
    mock.addNumber(business, { id });
  }
  for (const id of [...assets.pages].slice(1)) {
    mock.addPage(business, { id });
  }
  for (const id of [...assets.accounts].slice(1)) {
    mock.addInstagramAccount(business, { id });
  }
  for (const token of acceptedTokens(exchanges)) {
    bindings.bind(token, business.access_token);
  }
  return mock;
}

function assetsOf(exchanges: readonly RecordedExchange[]): Assets {
  const assets: Assets = { wabas: new Set(), numbers: new Set(), pages: new Set(), accounts: new Set() };
  for (const exchange of exchanges) {
    if (exchange.kind === 'callback') {
      addFromCallback(assets, exchange.request);
    } else {
      addFromRequest(assets, exchange);
    }
  }
  return assets;
}

const WABA_EDGES =
  /^(message_templates|phone_numbers|flows|template_analytics|product_catalogs|assigned_users|migrate_flows)$/;
const NUMBER_EDGES =
  /^(media|register|deregister|request_code|verify_code|settings|block_users|message_qrdls|calls|call_permissions|marketing_messages|whatsapp_\w+|conversational_automation|official_business_account)$/;

/** A request shows the kind of an object if Meta accepted it, or refused it for another reason than the object. */
function addFromRequest(assets: Assets, { request, response }: RecordedExchange): void {
  const { host, path, body } = request;
  const answer = fieldsOf(response?.body);
  const { code, error_subcode } = (answer.error ?? {}) as { code?: number; error_subcode?: number };
  if (code === 2500 || (code === 100 && error_subcode === 33)) {
    return;
  }
  const [node = '', edge = ''] = path
    .split('/')
    .slice(1)
    .filter((segment) => !/^v\d+\.\d+$/.test(segment));
  if (!/^\d{5,}$/.test(node)) {
    return;
  }
  if (fieldsOf(body).messaging_product !== undefined || NUMBER_EDGES.test(edge)) {
    assets.numbers.add(node);
  } else if (WABA_EDGES.test(edge)) {
    assets.wabas.add(node);
  } else if (edge === 'messages') {
    (host === 'graph.instagram.com' ? assets.accounts : assets.pages).add(node);
  } else if (edge === '' && answer.display_phone_number !== undefined) {
    assets.numbers.add(node);
  } else if (edge === '' && answer.message_template_namespace !== undefined) {
    assets.wabas.add(node);
  }
}

function addFromCallback(assets: Assets, { body }: RecordedExchange['request']): void {
  const { object, entry } = fieldsOf(body) as { object?: string; entry?: Json[] };
  for (const { id, changes } of entry ?? []) {
    if (object === 'page') {
      assets.pages.add(String(id));
    }
    if (object === 'instagram') {
      assets.accounts.add(String(id));
      // An account that is linked to a page has the same host as the page.
      assets.pages.delete(String(id));
    }
    if (object !== 'whatsapp_business_account') {
      continue;
    }
    assets.wabas.add(String(id));
    for (const { value } of (changes ?? []) as { value?: { metadata?: { phone_number_id?: string } } }[]) {
      if (value?.metadata?.phone_number_id) {
        assets.numbers.add(value.metadata.phone_number_id);
      }
    }
  }
}

/** Returns the tokens that Meta accepted. The mock refuses all others, as Meta did. */
function acceptedTokens(exchanges: readonly RecordedExchange[]): Set<string> {
  const accepted = exchanges.flatMap(({ kind, request, response }) => {
    const error = fieldsOf(response?.body).error as { code?: number } | undefined;
    if (kind !== 'request' || error?.code === 190) {
      return [];
    }
    const bearer = request.headers.authorization?.replace(/^(Bearer|OAuth) /, '');
    return [bearer, request.query.access_token, fieldsOf(request.body).access_token];
  });
  return new Set(accepted.filter((token): token is string => typeof token === 'string'));
}
