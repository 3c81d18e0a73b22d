import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, requireParam } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import { addAsset } from '../world/businesses.ts';
import { setRegistration } from './registration.ts';

/** POST /{waba_id}/phone_numbers: adds a number, which must be verified and registered before it can send. */
export const createPhoneNumber: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  const digits = requireParam(graph, 'phone_number').replace(/[\s()+.-]/g, '');
  const name = requireParam(graph, 'verified_name');
  const country = String(graph.body.cc ?? '');
  const handle = digits.startsWith(country) ? digits : `${country}${digits}`;
  if (!/^[1-9]\d{6,14}$/.test(handle)) {
    throw invalid('Invalid parameter: phone_number must be in E.164 format');
  }
  if ([...world.state.assets.values()].some((one) => one.channel === 'whatsapp' && one.handle === handle)) {
    throw invalid('Phone number is already registered with WhatsApp Business');
  }
  const number = addAsset(world, waba.business, 'whatsapp', { name, handle, waba_id: waba.id });
  setRegistration(world.state, number, { verified: false, registered: false });
  return { id: number.id };
};
