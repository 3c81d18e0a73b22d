import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, requireNumber, requireParam } from '../graph/require.ts';
import { mayCall } from './call-events.ts';

/** GET /{phone_number_id}/call_permissions?user_wa_id=..: whether a person permitted calls. */
export const callPermissions: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  const user = world.state.userOf(number.id, requireParam(graph, 'user_wa_id'));
  if (user === '') {
    throw invalid('Param user_wa_id must be a phone number.');
  }
  const granted = mayCall(world.state, number, user);
  return {
    messaging_product: 'whatsapp',
    permission: { status: granted ? 'granted' : 'denied' },
    actions: [
      { action_name: 'start_call', can_perform_action: granted },
      { action_name: 'send_call_permission_request', can_perform_action: !granted },
    ],
  };
};
