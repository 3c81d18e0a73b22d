import type { IAuthenticateGeneric, ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

/** The key of an account, its server, and the secret of its webhook. */
export class WigwagApi implements ICredentialType {
  name = 'wigwagApi';
  displayName = 'wigwag API';
  documentationUrl = 'https://github.com/wigwag/wigwag/blob/main/docs/connectors.md';
  properties: INodeProperties[] = [
    {
      displayName: 'Base URL',
      name: 'baseUrl',
      type: 'string',
      default: 'http://127.0.0.1:3000/api/v1',
      required: true,
      description: 'The address of your server, with /api/v1 at the end.',
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      required: true,
      description: 'A key with the scopes of the operations that you use.',
    },
    {
      displayName: 'Signing Secret',
      name: 'signingSecret',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'The signing secret of the webhook. Only the trigger needs it.',
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: 'generic',
    properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey}}' } },
  };
  test: ICredentialTestRequest = { request: { baseURL: '={{$credentials.baseUrl}}', url: '/me' } };
}
