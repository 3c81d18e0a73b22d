import { createPublicKey } from 'node:crypto';
import type { Endpoint } from '../graph/endpoint.ts';
import { invalid, requireNumber, requireParam, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { State } from '../world/state.ts';

const MIN_BITS = 2048;

const keys = partOf(() => new Map<string, string>());

/** Returns the public key with which Meta encrypts the requests of a number's flows; undefined without one. */
export function businessKeyOf(state: State, id: string): string | undefined {
  return keys(state).get(id);
}

/** GET and POST /{phone_number_id}/whatsapp_business_encryption: the business's RSA key for flow endpoints. */
export const businessEncryption: Endpoint = (world, graph) => {
  const { id } = requireNumber(world, graph);
  if (graph.method === 'GET') {
    const business_public_key = businessKeyOf(world.state, id);
    return {
      data:
        business_public_key === undefined
          ? []
          : [{ business_public_key, business_public_key_signature_status: 'VALID' }],
    };
  }
  const pem = requireParam(graph, 'business_public_key');
  if (!isRsaKey(pem)) {
    throw invalid('Business public key is invalid');
  }
  keys(world.state).set(id, pem);
  return SUCCESS;
};

function isRsaKey(pem: string): boolean {
  try {
    const key = createPublicKey(pem);
    return key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_BITS;
  } catch {
    return false;
  }
}
