import { createHmac, timingSafeEqual } from 'node:crypto';
import type {
  IDataObject,
  INodeType,
  INodeTypeDescription,
  IWebhookFunctions,
  IWebhookResponseData,
} from 'n8n-workflow';
import { EVENTS } from './generated/operations.ts';

const TOLERANCE_SECONDS = 300;

/** Returns whether the server signed the body less than 5 minutes ago. */
function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const [, time = '', given = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  const isRecent = Math.abs(Date.now() / 1000 - Number(time)) < TOLERANCE_SECONDS;
  return isRecent && given !== '' && timingSafeEqual(Buffer.from(given, 'hex'), expected);
}

/** Starts a workflow for each event. */
export class WigwagTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'wigwag Trigger',
    name: 'wigwagTrigger',
    icon: 'file:wigwag.svg',
    group: ['trigger'],
    version: 1,
    description: 'Starts when a customer writes, or when the status of a message or a template changes',
    defaults: { name: 'wigwag Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials: [{ name: 'wigwagApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook', rawBody: true }],
    properties: [
      {
        displayName: "Set this node's production URL as the webhook URL in wigwag's dashboard, under Webhooks",
        name: 'notice',
        type: 'notice',
        default: '',
      },
      {
        displayName: 'Events',
        name: 'events',
        type: 'multiOptions',
        default: EVENTS.map(({ name }) => name),
        options: EVENTS.map(({ name, summary }) => ({ name: summary, value: name })),
      },
    ],
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    const { signingSecret } = await this.getCredentials<{ signingSecret: string }>('wigwagApi');
    const request = this.getRequestObject();
    const signature = String(this.getHeaderData()['x-service-signature']);
    if (!signingSecret || !isSigned(request.rawBody, signature, signingSecret)) {
      this.getResponseObject()
        .status(401)
        .send('The signature is not valid. Check the signing secret of the credential.')
        .end();
      return { noWebhookResponse: true };
    }
    const event = this.getBodyData() as IDataObject;
    const isWanted = (this.getNodeParameter('events') as string[]).includes(String(event.event));
    return isWanted ? { workflowData: [this.helpers.returnJsonArray(event)] } : {};
  }
}
