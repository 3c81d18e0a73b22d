import type { Endpoint } from '../graph/endpoint.ts';
import { errorRow } from '../graph/graph-errors.ts';
import { type GraphRequest, list, object, text } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import { invalid, requireNumber, requireProduct } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import { identityOf } from '../world/people.ts';
import type { Asset, Json, State } from '../world/state.ts';
import { windowIsOpen } from '../world/window.ts';
import type { World } from '../world/world.ts';

const MAX_USERS = 1000;

const blocked = partOf(() => new Map<string, Set<string>>());

function blockedBy(state: State, id: string): Set<string> {
  const known = blocked(state).get(id) ?? new Set<string>();
  blocked(state).set(id, known);
  return known;
}

/** Returns whether a number has blocked a person. */
export function isBlocked(state: State, number: Asset, user: string): boolean {
  return blocked(state).get(number.id)?.has(user) ?? false;
}

/** GET, POST and DELETE /{phone_number_id}/block_users. Only people who wrote in the last 24 hours can be blocked. */
export const blockUsers: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  const users = blockedBy(world.state, number.id);
  if (graph.method === 'GET') {
    return page([...users], graph, (user) => ({ messaging_product: 'whatsapp', ...waId(world, number, user) }));
  }
  requireProduct(graph.body);
  const blocks = graph.method === 'POST';
  const done: Json[] = [];
  const failed: Json[] = [];
  for (const input of inputsOf(graph)) {
    const user = world.state.userOf(number.id, input);
    const code = user === number.handle ? 131021 : blocks && !canBlock(world, number, user) ? 131047 : undefined;
    if (code === undefined) {
      if (blocks) {
        users.add(user);
      } else {
        users.delete(user);
      }
      done.push({ input, ...waId(world, number, user) });
    } else {
      failed.push({ input, ...(user === '' ? {} : waId(world, number, user)), errors: [failure(code)] });
    }
  }
  const body = {
    messaging_product: 'whatsapp',
    block_users: {
      ...(done.length > 0 ? { [blocks ? 'added_users' : 'removed_users']: done } : {}),
      ...(failed.length > 0 ? { failed_users: failed } : {}),
    },
  };
  if (failed.length === 0) {
    return body;
  }
  return Response.json({ ...body, error: overall(world.state) }, { status: 400 });
};

const canBlock = (world: World, number: Asset, user: string) => user !== '' && windowIsOpen(world, number, user);

function inputsOf({ body }: GraphRequest): string[] {
  const inputs = list(body.block_users).map((one) => text(object(one).user) ?? text(object(one).user_id));
  if (inputs.length === 0) {
    throw invalid('The parameter block_users is required.');
  }
  if (inputs.length > MAX_USERS) {
    throw invalid(`Param block_users must have at most ${MAX_USERS} users.`);
  }
  return inputs.map((input) => {
    if (input === undefined) {
      throw invalid("The parameter block_users[0]['user'] is required.");
    }
    return input;
  });
}

function waId(world: World, number: Asset, user: string): Json {
  const { wa_id, user_id } = identityOf(world, number, user);
  return wa_id === undefined ? { user_id } : { wa_id };
}

const WHY: Record<number, Json> = {
  131021: { message: 'Self Block', error_data: { details: 'Failed to block self phone number.' } },
  131047: { message: 'Re-engagement required', error_data: { details: 'User has not messaged in the last 24 hours' } },
};

const failure = (code: number): Json => ({ ...WHY[code], code });

function overall({ ids }: State): Json {
  const { code, message, details } = errorRow('whatsapp', 139100);
  return {
    message: `(#${code}) ${message}`,
    type: 'OAuthException',
    code,
    error_data: { details },
    fbtrace_id: ids.trace(),
  };
}
