import { verifyCallback } from '../callbacks/verification.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { isAppToken, unknownObject } from './endpoint.ts';
import { GraphError } from './graph-error.ts';
import { type GraphRequest, list, text } from './graph-request.ts';
import { CHANNEL_OBJECTS, defaultFields } from './subscribed-fields.ts';

const OBJECTS: readonly string[] = Object.values(CHANNEL_OBJECTS);

/**
 * /{app_id}/subscriptions: the objects whose callbacks the app receives, and their URL. Requires the app access token.
 */
export async function appSubscriptions(world: World, graph: GraphRequest): Promise<Json> {
  requireApp(world, graph);
  const { silenced, appFields } = world.state;
  if (graph.method === 'GET') {
    return { data: listed(world) };
  }
  const object = text(graph.body.object);
  if (graph.method === 'DELETE') {
    for (const one of object === undefined ? OBJECTS : [requireObject(object)]) {
      silenced.add(one);
    }
    return { success: true };
  }
  const known = requireObject(object);
  const uri = required(graph.body, 'callback_url');
  const token = required(graph.body, 'verify_token');
  const fields = fieldsOf(graph.body.fields);
  if (!URL.canParse(uri)) {
    throw invalid('Param callback_url must be a valid URI.');
  }
  const { verified, error } = await verifyCallback(world, uri, token);
  if (!verified) {
    const message = `Callback verification failed with the following errors: ${error}`;
    throw new GraphError('messenger', 2200, { message });
  }
  // The mock keeps one URL for all objects.
  world.callbacks.url = uri;
  silenced.delete(known);
  appFields.set(known, fields);
  return { success: true };
}

function requireApp(world: World, graph: GraphRequest): void {
  if (!isAppToken(world, graph.token)) {
    if (graph.token === undefined) {
      throw new GraphError('messenger', 104);
    }
    if (!world.state.tokens.has(graph.token)) {
      throw new GraphError('messenger', 190);
    }
    throw new GraphError('messenger', 15, { message: 'This method must be called with an app access_token.' });
  }
  if (graph.id !== world.settings.appId) {
    throw unknownObject(graph);
  }
}

function listed({ callbacks, state }: World): Json[] {
  const callback_url = callbacks.url;
  if (callback_url === undefined) {
    return [];
  }
  return OBJECTS.filter((object) => !state.silenced.has(object)).map((object) => ({
    object,
    callback_url,
    active: true,
    fields: (state.appFields.get(object) ?? defaultFields(object)).map((name) => ({ name, version: 'v25.0' })),
  }));
}

function requireObject(object: string | undefined): string {
  if (object === undefined) {
    throw invalid('The parameter object is required');
  }
  if (OBJECTS.includes(object)) {
    return object;
  }
  throw invalid(`Param object must be one of {${OBJECTS.join(', ')}} - got "${object}".`);
}

function required(body: Json, name: string): string {
  const value = text(body[name]);
  if (value === undefined || value === '') {
    throw invalid(`The parameter ${name} is required`);
  }
  return value;
}

function fieldsOf(value: unknown): string[] {
  const fields = list(value).flatMap((one) => String(one).split(','));
  if (fields.length === 0) {
    throw invalid('The parameter fields is required');
  }
  return fields;
}

function invalid(message: string): GraphError {
  return new GraphError('messenger', 100, { message });
}
