import { verifyCallback } from '../callbacks/verification.ts';
import type { Asset, Json, State } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { authorize, isAppToken, requireAsset, unknownObject } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, text } from './graph-request.ts';
import { subscribedFields } from './subscribed-fields.ts';

const APP_NAME = 'Mock app';
/** /{waba_id | page_id | account_id}/subscribed_apps: whether the app receives callbacks of this object, and which. */
export async function subscribedApps(world: World, graph: GraphRequest): Promise<Json> {
  const { state } = world;
  const waba = state.wabas.get(graph.id);
  if (waba && authorize(world, graph) !== waba.business) {
    throw unknownObject(graph);
  }
  const asset = waba ? undefined : requireAsset(world, graph);
  const id = waba?.id ?? asset?.id ?? '';
  if (graph.method === 'GET') {
    return { data: state.unsubscribed.has(id) ? [] : [appOf(world, id, asset)] };
  }
  if (graph.method === 'DELETE') {
    state.unsubscribed.add(id);
    return { success: true };
  }
  if (waba) {
    await overrideCallback(world, waba.id, graph.body);
  } else {
    chooseFields(state, id, graph.body.subscribed_fields);
  }
  state.unsubscribed.delete(id);
  return { success: true };
}

function chooseFields({ subscribedFields }: State, id: string, asked: unknown): void {
  if (asked === undefined) {
    subscribedFields.delete(id);
  } else {
    subscribedFields.set(id, Array.isArray(asked) ? asked.map(String) : String(asked).split(','));
  }
}

/**
 * "Overrides": a separate URL for one WABA or number, which must pass the handshake. Without a URL, the override ends.
 */
export async function overrideCallback(world: World, id: string, settings: Json): Promise<void> {
  const { callbackOverrides } = world.state;
  const uri = text(settings.override_callback_uri) || undefined;
  if (uri === undefined) {
    callbackOverrides.delete(id);
    return;
  }
  const token = text(settings.verify_token);
  if (token === undefined) {
    throw new GraphError('whatsapp', 100, { message: 'The parameter verify_token is required.' });
  }
  if (!URL.canParse(uri)) {
    throw new GraphError('whatsapp', 100, { message: 'Param override_callback_uri must be a valid URI.' });
  }
  const { verified, error } = await verifyCallback(world, uri, token);
  if (!verified) {
    const message = `Callback verification failed with the following errors: ${error}`;
    throw new GraphError('whatsapp', 2200, { message });
  }
  callbackOverrides.set(id, uri);
}

function appOf(world: World, id: string, asset: Asset | undefined): Json {
  const { appId } = world.settings;
  if (asset && asset.channel !== 'whatsapp') {
    return {
      id: appId,
      name: APP_NAME,
      link: 'https://example.com/',
      category: 'Utilities',
      subscribed_fields: subscribedFields(world.state, asset.channel, id),
    };
  }
  const uri = world.state.callbackOverrides.get(id);
  return {
    whatsapp_business_api_data: {
      id: appId,
      link: `https://www.facebook.com/games/?app_id=${appId}`,
      name: APP_NAME,
    },
    ...(uri === undefined ? {} : { override_callback_uri: uri }),
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

/** GET /debug_token?input_token=..: the permissions of a token. */
export function debugToken(world: World, graph: GraphRequest): Json {
  const { appId } = world.settings;
  if (!isAppToken(world, graph.token)) {
    authorize(world, graph);
  }
  const input = graph.url.searchParams.get('input_token') ?? '';
  if (isAppToken(world, input)) {
    return { data: { app_id: appId, type: 'APP', application: APP_NAME, is_valid: true, scopes: [] } };
  }
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
