import type { Endpoint } from '../graph/endpoint.ts';
import { list } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import { invalid, requireParam, SUCCESS } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import { partOf } from '../world/part-of.ts';

const assigned = partOf(() => new Map<string, Map<string, string[]>>());

/** GET, POST and DELETE /{waba_id}/assigned_users: the system users who may use an account, and their tasks. */
export const assignedUsers: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  const users = assigned(world.state).get(waba.id) ?? new Map<string, string[]>();
  assigned(world.state).set(waba.id, users);
  if (graph.method === 'GET') {
    requireParam(graph, 'business');
    return page([...users], graph, ([id, tasks]) => ({ id, name: 'System user', tasks }));
  }
  const user = requireParam(graph, 'user');
  if (!/^\d+$/.test(user)) {
    throw invalid('Invalid parameter: user must be a valid user ID');
  }
  if (graph.method === 'DELETE') {
    users.delete(user);
  } else {
    const tasks = list(graph.body.tasks).flatMap((task) => String(task).split(','));
    if (tasks.length === 0) {
      throw invalid('The parameter tasks is required.');
    }
    users.set(user, tasks);
  }
  return SUCCESS;
};
