import { constants, createCipheriv, createDecipheriv, createHmac, publicEncrypt, randomBytes } from 'node:crypto';
import { request as undiciRequest } from 'undici';
import { unintercepted } from '../graph/unintercepted.ts';
import { businessKeyOf } from '../numbers/business-encryption.ts';
import { businessAsset } from '../world/people.ts';
import type { Json } from '../world/state.ts';
import type { World } from '../world/world.ts';
import { findFlow } from './flow-store.ts';

/** A request of a person's device to the endpoint of a flow, for the mock's control API. */
export interface FlowExchange {
  /** The WhatsApp number that sent the flow. Its public key encrypts the request. */
  business_id: string;
  flow_id: string;
  /** `ping`, `INIT`, `BACK` or `data_exchange`. */
  action: string;
  screen?: string;
  data?: Json;
  flow_token?: string;
}

/** The response of the endpoint. */
export interface FlowAnswer {
  status_code: number;
  /** The decrypted body; undefined if the status is not 200. */
  body?: Json;
}

const request = unintercepted(undiciRequest);
const TAG_BYTES = 16;
/** Meta waits ten seconds for an endpoint. */
const TIMEOUT_MS = 10_000;

/**
 * Calls the endpoint of a flow as WhatsApp does: AES-128-GCM under a new key, the key under the number's public key
 * with RSA-OAEP and SHA-256, and the signature of the app.
 *
 * @throws if the flow, its endpoint or the number's key is missing, or if the response cannot be decrypted
 */
export async function exchangeFlowData(
  world: World,
  { business_id, flow_id, ...payload }: FlowExchange,
): Promise<FlowAnswer> {
  const number = businessAsset(world, business_id);
  const flow = findFlow(world.state, flow_id);
  if (flow?.waba.id !== number.waba_id) {
    throw new Error(`No flow ${flow_id} in the account of ${business_id}`);
  }
  if (flow?.endpoint_uri === undefined) {
    throw new Error(`The flow ${flow_id} has no endpoint_uri`);
  }
  const key = businessKeyOf(world.state, business_id);
  if (key === undefined) {
    throw new Error(
      `The number ${business_id} has no public key. POST it to /${business_id}/whatsapp_business_encryption`,
    );
  }
  const { body, aesKey, iv } = encrypt(key, { version: '3.0', ...payload });
  const signature = createHmac('sha256', world.settings.appSecret).update(body).digest('hex');
  const response = await request(flow.endpoint_uri, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
    body,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.body.text();
  if (response.statusCode !== 200) {
    return { status_code: response.statusCode };
  }
  return { status_code: 200, body: decrypt(text, aesKey, iv) };
}

function encrypt(publicKey: string, payload: Json): { body: string; aesKey: Buffer; iv: Buffer } {
  const aesKey = randomBytes(16);
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-128-gcm', aesKey, iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(payload)), cipher.final(), cipher.getAuthTag()]);
  const wrapped = publicEncrypt(
    { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
    aesKey,
  );
  const body = JSON.stringify({
    encrypted_flow_data: data.toString('base64'),
    encrypted_aes_key: wrapped.toString('base64'),
    initial_vector: iv.toString('base64'),
  });
  return { body, aesKey, iv };
}

/** The response has the same key, and every bit of the initial vector flipped. */
function decrypt(text: string, aesKey: Buffer, iv: Buffer): Json {
  try {
    const bytes = Buffer.from(text, 'base64');
    const flipped = Buffer.from(iv.map((byte) => byte ^ 0xff));
    const decipher = createDecipheriv('aes-128-gcm', aesKey, flipped);
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const clear = Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
    return JSON.parse(clear.toString()) as Json;
  } catch {
    throw new Error(
      'The endpoint did not return base64 of JSON, encrypted with the key of the request and its flipped vector',
    );
  }
}
