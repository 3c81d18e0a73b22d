import { templateAnalytics } from '../accounts/template-analytics.ts';
import { changedWaba, updateWaba } from '../accounts/update-waba.ts';
import { listFlows } from '../flows/flows.ts';
import { deleteMedia, getMedia } from '../media/media.ts';
import { automationOf } from '../numbers/conversational-automation.ts';
import { registrationOf } from '../numbers/registration.ts';
import { changedFields, updateNumber } from '../numbers/update-number.ts';
import { editTemplate } from '../whatsapp/template-edit.ts';
import { listTemplates, showTemplate } from '../whatsapp/template-list.ts';
import type { Asset, Business, Json, Template, Waba } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { authorize, requireAsset, unknownObject } from './endpoint.ts';
import { type FieldEdge, pickFields } from './fields.ts';
import type { GraphRequest } from './graph-request.ts';
import { ofKinds } from './node-kinds.ts';
import { page } from './page.ts';
import { refusal } from './refusal.ts';

/** GET /{id}: a WABA, template, media, person, number, page or account, with the requested fields. */
export async function getNode(world: World, graph: GraphRequest): Promise<Json | Response> {
  const { state } = world;
  const waba = state.wabas.get(graph.id);
  if (waba) {
    requireOwner(world, graph, waba.business);
    return pickFields(graph, wabaFields(world, waba), ['id', 'name', 'timezone_id', 'message_template_namespace']);
  }
  if (state.media.has(graph.id)) {
    return getMedia(world, graph);
  }
  const template = findTemplate(world, graph);
  if (template) {
    return showTemplate(graph, template.template);
  }
  const other = await ofKinds(world, graph, 'get');
  if (other) {
    return other as Json | Response;
  }
  const person = state.assets.has(graph.id) || graph.id === 'me' ? undefined : await personOf(world, graph);
  return person ?? describe(world, graph, requireAsset(world, graph));
}

/** POST /{id}: a template, WABA, number, flow, upload or product. */
export async function postNode(world: World, graph: GraphRequest): Promise<Json | Response> {
  const found = findTemplate(world, graph);
  if (found) {
    return editTemplate(world, found.waba, found.template, graph.body);
  }
  const waba = world.state.wabas.get(graph.id);
  if (waba) {
    requireOwner(world, graph, waba.business);
    return updateWaba(world, graph, waba);
  }
  if (world.state.assets.get(graph.id)?.channel === 'whatsapp') {
    return updateNumber(world, graph, requireAsset(world, graph));
  }
  const other = await ofKinds(world, graph, 'post');
  if (other) {
    return other as Json | Response;
  }
  throw unknownOrUnauthorized(world, graph);
}

/** DELETE /{id}: media, a flow, label, persona, catalog or product. */
export async function deleteNode(world: World, graph: GraphRequest): Promise<Json | Response> {
  const other = await ofKinds(world, graph, 'delete');
  return (other as Json | Response | undefined) ?? deleteMedia(world, graph);
}

function unknownOrUnauthorized(world: World, graph: GraphRequest): Error {
  authorize(world, graph);
  return unknownObject(graph);
}

function requireOwner(world: World, graph: GraphRequest, business: Business): void {
  if (authorize(world, graph) !== business) {
    throw unknownObject(graph);
  }
}

function findTemplate(world: World, graph: GraphRequest): { waba: Waba; template: Template } | undefined {
  const waba = world.state.wabas.get(world.state.templateWabas.get(graph.id) ?? '');
  const template = waba?.templates.find((one) => one.id === graph.id);
  if (waba === undefined || template === undefined) {
    return undefined;
  }
  requireOwner(world, graph, waba.business);
  return { waba, template };
}

/** "User profile": a person who wrote to a page or account of this business. */
async function personOf(world: World, graph: GraphRequest): Promise<Json | Response | undefined> {
  const owner = world.state.tokens.get(graph.token ?? '');
  for (const asset of world.state.assets.values()) {
    const mayBeAsked = asset.channel !== 'whatsapp' && (owner === undefined || asset.business === owner);
    if (!mayBeAsked || !world.state.knows(asset.id, graph.id)) {
      continue;
    }
    if (authorize(world, graph, asset.channel) !== asset.business) {
      continue;
    }
    const { channel, id: business_id } = asset;
    const subject = { channel, business_id, to: graph.id, key: `${business_id}|${graph.id}` };
    const refused = await refusal(world, graph.replyTracker, world.faults.take('profile', subject), channel);
    if (refused) {
      return refused;
    }
    const { name = 'Someone', username } = world.state.contact(asset.id, graph.id);
    const [first_name, ...rest] = name.split(' ');
    const all = {
      id: graph.id,
      name,
      first_name,
      last_name: rest.join(' '),
      username: username ?? name.toLowerCase().replace(/\W+/g, '.'),
    };
    return pickFields(
      graph,
      all,
      asset.channel === 'instagram' ? ['name', 'username', 'id'] : ['first_name', 'last_name', 'id'],
    );
  }
  return undefined;
}

/** GET /{waba_id}/phone_numbers */
export function listPhoneNumbers(world: World, graph: GraphRequest): Json {
  const business = authorize(world, graph);
  const waba = world.state.wabas.get(graph.id);
  if (waba?.business !== business) {
    throw unknownObject(graph);
  }
  const numbers = [...world.state.assets.values()].filter((asset) => asset.waba_id === waba.id);
  return page(numbers, graph, (number) => describe(world, graph, number));
}

function describe(world: World, graph: GraphRequest, asset: Asset): Json {
  if (asset.channel === 'whatsapp') {
    return pickFields(graph, numberFields(world, asset), NUMBER_DEFAULTS);
  }
  if (asset.channel === 'messenger') {
    const linked = [...world.state.assets.values()].find(
      (one) => one.channel === 'instagram' && one.business === asset.business,
    );
    const page = {
      name: asset.name,
      id: asset.id,
      category: 'Shopping & retail',
      instagram_business_account: linked && ((edge: GraphRequest) => pickFields(edge, accountFields(linked), ['id'])),
    };
    return pickFields(graph, page, ['name', 'id']);
  }
  return pickFields(graph, accountFields(asset), ['id', 'username', 'user_id', 'name']);
}

function accountFields({ id, handle, name }: Asset): Json {
  return { id, user_id: id, username: handle, name, account_type: 'BUSINESS' };
}

const NUMBER_DEFAULTS = [
  'verified_name',
  'code_verification_status',
  'display_phone_number',
  'quality_rating',
  'platform_type',
  'throughput',
  'webhook_configuration',
  // Meta's OpenAPI file requires it in addition to id and display_phone_number.
  'status',
  'id',
];

function numberFields(world: World, number: Asset): Json {
  const application = world.callbacks.urlFor(number.business);
  const override = world.state.callbackOverrides.get(number.waba_id ?? '');
  const own = world.state.callbackOverrides.get(number.id);
  const { verified, registered, pin } = registrationOf(world.state, number);
  const automation = automationOf(world.state, number.id);
  return {
    verified_name: number.name,
    code_verification_status: verified ? 'VERIFIED' : 'NOT_VERIFIED',
    display_phone_number: `+${number.handle.replace(/^1(\d{3})(\d{3})(\d{4})$/, '1 $1-$2-$3')}`,
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    throughput: { level: 'STANDARD' },
    webhook_configuration: {
      ...(application === undefined ? {} : { application }),
      ...(override === undefined ? {} : { whatsapp_business_account: override }),
      ...(own === undefined ? {} : { phone_number: own }),
    },
    name_status: 'APPROVED',
    new_name_status: 'NONE',
    is_official_business_account: false,
    eligibility_for_api_business_global_search: 'NON_ELIGIBLE_VERIFIED_LEVEL',
    search_visibility: 'NON_VISIBLE',
    messaging_limit_tier: 'TIER_250',
    status: registered ? 'CONNECTED' : verified ? 'DISCONNECTED' : 'PENDING',
    is_pin_enabled: pin !== undefined,
    account_mode: 'LIVE',
    ...(automation === undefined ? {} : { conversational_automation: automation }),
    ...changedFields(world, number.id),
    id: number.id,
  };
}

function wabaFields(world: World, waba: Waba): Json {
  const edges: Record<string, FieldEdge> = {
    phone_numbers: (edge) => listPhoneNumbers(world, edge),
    message_templates: (edge) => listTemplates(world, edge),
    template_analytics: (edge) => templateAnalytics(world, edge) as Json,
    flows: (edge) => listFlows(world, edge) as Json,
  };
  return {
    id: waba.id,
    name: 'Demo business',
    timezone_id: '1',
    message_template_namespace: `ns_${waba.id}`,
    currency: 'USD',
    account_review_status: 'APPROVED',
    business_verification_status: 'verified',
    ownership_type: 'SELF_OWNED',
    ...changedWaba(world, waba.id),
    ...edges,
  };
}
