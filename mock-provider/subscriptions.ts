import { authorize, requireAsset, unknownObject } from './endpoint.ts';
import type { GraphRequest } from './graph-request.ts';
import type { Json } from './state.ts';
import type { World } from './world.ts';

const APP_NAME = 'Mock app';
const FIELDS = {
  messenger: [
    'messages',
    'messaging_postbacks',
    'message_deliveries',
    'message_reads',
    'message_echoes',
    'message_reactions',
  ],
  instagram: ['messages', 'messaging_postbacks', 'messaging_seen', 'message_reactions'],
};

/** /{waba_id | page_id | account_id}/subscribed_apps: whether the app gets this one's callbacks. */
export function subscribedApps(world: World, graph: GraphRequest): Json {
  const { unsubscribed, wabas } = world.state;
  const waba = wabas.get(graph.id);
  if (waba && authorize(world, graph) !== waba.business) throw unknownObject(graph);
  const asset = waba ? undefined : requireAsset(world, graph);
  const id = waba?.id ?? asset?.id ?? '';
  if (graph.method === 'POST') unsubscribed.delete(id);
  if (graph.method === 'DELETE') unsubscribed.add(id);
  if (graph.method !== 'GET') return { success: true };
  if (unsubscribed.has(id)) return { data: [] };
  const { appId } = world.settings;
  if (!asset || asset.channel === 'whatsapp') {
    return {
      data: [
        {
          whatsapp_business_api_data: {
            id: appId,
            link: `https://www.facebook.com/games/?app_id=${appId}`,
            name: APP_NAME,
          },
        },
      ],
    };
  }
  return {
    data: [
      {
        id: appId,
        name: APP_NAME,
        link: 'https://example.com/',
        category: 'Utilities',
        subscribed_fields: FIELDS[asset.channel],
      },
    ],
  };
}

const SCOPES = [
  'whatsapp_business_management',
  'whatsapp_business_messaging',
  'pages_messaging',
  'pages_manage_metadata',
  'instagram_basic',
  'instagram_manage_messages',
];

/** GET /debug_token?input_token=..: what a token is good for. */
export function debugToken(world: World, graph: GraphRequest): Json {
  const { appId, appSecret } = world.settings;
  // An app's own token is its id and secret.
  if (graph.token !== `${appId}|${appSecret}`) authorize(world, graph);
  const input = graph.url.searchParams.get('input_token') ?? '';
  if (!world.state.tokens.has(input)) {
    const subcode = world.state.deadTokens.get(input);
    const error = { code: 190, message: 'Invalid OAuth access token.', ...(subcode === undefined ? {} : { subcode }) };
    return { data: { error, is_valid: false, scopes: [] } };
  }
  const data = {
    app_id: appId,
    type: 'SYSTEM_USER',
    application: APP_NAME,
    is_valid: true,
    issued_at: 1700000000,
    expires_at: 0,
    data_access_expires_at: 0,
    scopes: SCOPES,
  };
  return { data };
}
