import { authorize, requireAsset, unknownObject } from './endpoint.ts';
import type { GraphRequest } from './graph-request.ts';
import type { Asset, Json, Waba } from './state.ts';
import type { World } from './world.ts';

/** GET /{id}: a number, page, Instagram account or WABA, with the fields asked for. */
export function getNode(world: World, graph: GraphRequest): Json {
  const waba = world.state.wabas.get(graph.id);
  if (waba) {
    if (authorize(world, graph) !== waba.business) throw unknownObject(graph);
    return fields(graph, wabaFields(waba), ['id', 'name', 'timezone_id', 'message_template_namespace']);
  }
  return describe(graph, requireAsset(world, graph));
}

/** GET /{waba_id}/phone_numbers */
export function listPhoneNumbers(world: World, graph: GraphRequest): Json {
  const business = authorize(world, graph);
  const waba = world.state.wabas.get(graph.id);
  if (waba?.business !== business) throw unknownObject(graph);
  const numbers = [...world.state.assets.values()].filter((asset) => asset.waba_id === waba.id);
  return { data: numbers.map((number) => describe(graph, number)) };
}

function describe(graph: GraphRequest, asset: Asset): Json {
  if (asset.channel === 'whatsapp') return fields(graph, numberFields(asset), NUMBER_DEFAULTS);
  if (asset.channel === 'messenger')
    return fields(graph, { name: asset.name, id: asset.id, category: 'Shopping & retail' }, ['name', 'id']);
  const account = {
    id: asset.id,
    user_id: asset.id,
    username: asset.handle,
    name: asset.name,
    account_type: 'BUSINESS',
  };
  return fields(graph, account, ['id', 'username', 'user_id', 'name']);
}

const NUMBER_DEFAULTS = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'webhook_configuration',
  'id',
];

function numberFields(number: Asset): Json {
  return {
    verified_name: number.name,
    code_verification_status: 'VERIFIED',
    display_phone_number: `+${number.handle.replace(/^1(\d{3})(\d{3})(\d{4})$/, '1 $1-$2-$3')}`,
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    webhook_configuration: {},
    name_status: 'APPROVED',
    status: 'CONNECTED',
    account_mode: 'LIVE',
    id: number.id,
  };
}

function wabaFields(waba: Waba): Json {
  return {
    id: waba.id,
    name: 'Demo business',
    timezone_id: '1',
    message_template_namespace: `ns_${waba.id}`,
    currency: 'USD',
    account_review_status: 'APPROVED',
  };
}

/** `fields=a,b{c}` picks; the id always comes along. */
export function fields(graph: GraphRequest, all: Json, defaults: readonly string[]): Json {
  const asked = graph.url.searchParams.get('fields');
  const wanted = asked
    ? asked
        .replace(/\{[^}]*\}/g, '')
        .split(',')
        .map((name) => name.trim())
    : defaults;
  return Object.fromEntries(
    [...new Set([...wanted, 'id'])].filter((name) => all[name] !== undefined).map((name) => [name, all[name]]),
  );
}
