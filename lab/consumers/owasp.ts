import { isNode, type Node } from '../../openapi/walk.ts';

/** Compares the findings of OWASP's rules with the reasons why they stay. */

/** One finding of Spectral. */
export interface Finding {
  code: string;
  message: string;
  path: (string | number)[];
}

/** Why the findings of a rule stay, in some places. */
interface Row {
  /** Places as `nameOf` returns them. */
  at?: string[];
  /** All places whose value only the server writes: responses, events and their headers. */
  in?: 'responses';
  reason: string;
}

/** The rows of each rule. */
export type Reasons = Record<string, Row[]>;

/** The parameters that are IDs of agents, templates and flows. */
const NUMERIC_IDS = [
  '/conversations agent_id',
  '/flows template_id',
  '/flows/{id} id',
  '/flows/{id}/runs id',
  '/flows/{id}/stats id',
  '/flows/{id}/test id',
];

/** The paths that send a template by GET. */
const TEMPLATE_PATHS = ['/messages/template', '/messages/template/{api_key}'];

const TEMPLATE_NAMES = TEMPLATE_PATHS.flatMap((path) =>
  ['name', 'template', 'language'].map((name) => `${path} ${name}`),
);

/** The fields that clients send as IDs of templates and agents. */
const SENT_IDS = [
  'CreateFlowRequest.template_id',
  'UpdateFlowRequest.template_id',
  'UpdateConversationRequest.agent_id',
];

/** The places of buttons in a template. */
const BUTTON_INDEXES = [
  'CreateFlowRequest.button_index',
  'UpdateFlowRequest.button_index',
  'SendTemplateRequestButton.index',
];

/** Names that the server compares with those of the account's templates. */
const SENT_NAMES = [
  ...TEMPLATE_NAMES,
  '/templates language',
  'SendTemplateRequest.name',
  'SendTemplateRequest.language',
  'CreateFlowRequest.template',
  'CreateFlowRequest.button',
  'UpdateFlowRequest.template',
  'UpdateFlowRequest.button',
];

/** Strings that come from earlier responses and events. */
const SENT_REFERENCES = [
  'Cursor',
  '/templates cursor',
  'ConnectionId',
  'ReplyTo',
  'MediaReferenceById.id',
  'TemplateHeaderValue.media_id',
  '/messages/{id} id',
];

/**
 * What OWASP's rules for Spectral find in the published document, and why it stays. A finding without a reason fails `npm run lab --
 * consumers`, and so does a reason without a finding.
 */
export const REASONS: Reasons = {
  'owasp:api1:2023-no-numeric-ids': [
    {
      at: NUMERIC_IDS,
      reason:
        'The specification has integers as the IDs of agents, templates and flows. Every query is limited to the account of the key, so that a guessed ID of another account gives 404.',
    },
  ],
  'owasp:api2:2023-no-api-keys-in-url': [
    {
      at: ['components/securitySchemes/apiKeyQuery/in'],
      reason:
        'The specification has the key in the URL of GET /messages/template. The operation is deprecated, and its text recommends a key with only messages:send.',
    },
  ],
  'owasp:api2:2023-read-restricted': [
    {
      at: ['paths//messages/template/{api_key}/get/security'],
      reason:
        'The key is in the path, which no security scheme of OpenAPI can express. The server requires it as on every other operation.',
    },
  ],
  'owasp:api4:2023-array-limit': [
    {
      in: 'responses',
      reason:
        'Lists of records are pages, which `limit` bounds at 100. The other lists are those of one record, such as the buttons of a template.',
    },
    {
      at: ['/developers/events events'],
      reason: 'There are three events, and the server ignores repeated names.',
    },
    {
      at: ['SendTemplateRequest.variables/oneOf/0', 'SendTemplateRequest.buttons'],
      reason:
        'The template determines the number. Another number gives the code that says which value is missing or unknown, which a limit would hide.',
    },
  ],
  'owasp:api4:2023-integer-format': [
    {
      in: 'responses',
      reason:
        'The specification has no sizes of integers. With `int64`, hey-api and others make a bigint of each count and each ID, which JSON.parse does not return.',
    },
    {
      at: [...NUMERIC_IDS, ...SENT_IDS],
      reason: 'IDs from earlier responses, which have no format for the reason above.',
    },
    {
      at: [
        'Limit',
        '/templates limit',
        '/conversations/{phone}/messages limit',
        ...['Create', 'Update'].flatMap((kind) =>
          ['quiet_start', 'quiet_end'].map((name) => `${kind}FlowRequest.${name}`),
        ),
        'UpdateConversationRequest.unread_count',
      ],
      reason: 'The minimum and the maximum are closer limits than those of a format.',
    },
    {
      at: BUTTON_INDEXES,
      reason: 'The template determines the highest index.',
    },
  ],
  'owasp:api4:2023-integer-limit': [
    {
      in: 'responses',
      reason: 'Counts, IDs, provider codes and durations grow with use. The specification has no highest value.',
    },
    {
      at: [...NUMERIC_IDS, ...SENT_IDS],
      reason: 'IDs from earlier responses. Every other number gives 404 or 422, or an empty list.',
    },
    {
      at: BUTTON_INDEXES,
      reason: 'The template determines the highest index. Another index is refused with the code for buttons.',
    },
  ],
  'owasp:api4:2023-string-limit': [
    {
      in: 'responses',
      reason:
        'The server and the providers write these texts. A limit would make clients that validate refuse a longer text.',
    },
    {
      at: SENT_REFERENCES,
      reason:
        'IDs from earlier responses. The server only looks them up, and their length is not part of the specification.',
    },
    {
      at: [
        'PhoneInPath',
        '/conversations/{phone}/messages after',
        '/conversations from',
        '/conversations to',
        '/stats from',
        '/stats to',
        'Timestamp',
      ],
      reason:
        'Phone numbers in any format, dates and times. The server parses them, and HTTP limits the length of an address.',
    },
    {
      at: SENT_NAMES,
      reason: "Names, which the server compares with those of the account's templates. Any other text finds nothing.",
    },
    {
      at: ['/messages/template/{api_key} api_key'],
      reason: 'The specification requires 401 for a wrong key of any form, and not 422.',
    },
    {
      at: ['/developers/events Last-Event-ID', 'FlowMediaStep.delay', 'FlowTextStep.delay'],
      reason: 'The pattern limits the length.',
    },
    {
      at: ['SendMessageRequest.text'],
      reason: 'The limit depends on the channel. A long text is split on instagram and messenger.',
    },
    {
      at: [
        'SendMessageRequest.name',
        'SendMessageRequest.address',
        'VariableValue',
        'SendTemplateRequestButton.text',
        'TemplateHeaderValue.text',
        'TemplateHeaderValue.filename',
      ],
      reason:
        "The specification has no limit, and Meta's depend on the template. The server limits the body as a whole.",
    },
    {
      at: ['UploadMediaRequest.file'],
      reason: 'A file. Its limit depends on its kind, and larger files give 413.',
    },
  ],
  'owasp:api4:2023-string-restricted': [
    {
      in: 'responses',
      reason:
        'The server, people and providers write these texts. A pattern would make clients that validate refuse a new form.',
    },
    {
      at: [...SENT_REFERENCES, 'IdempotencyKey', ...TEMPLATE_PATHS.map((path) => `${path} idempotency_key`)],
      reason:
        'IDs of providers and of earlier responses, and keys that a client chooses. The server only compares them.',
    },
    {
      at: SENT_NAMES,
      reason: "Names of Meta's and of the account's templates. The server only compares them.",
    },
    {
      at: ['/messages/template/{api_key} api_key'],
      reason: 'The specification requires 401 for a wrong key of any form, and not 422.',
    },
    {
      at: ['Phone', 'PhoneInPath', 'Recipient', 'TestFlowRequest.to', 'UpdateContactRequest.phone', '/contacts search'],
      reason:
        'The form depends on the channel, and the spelling of a phone number is free. A wrong one has the code RECIPIENT_INVALID, which a pattern would hide.',
    },
    {
      at: [
        'SendMessageRequest.caption',
        'SendMessageRequest.filename',
        'SendMessageRequest.name',
        'SendMessageRequest.address',
        'TemplateHeaderValue.filename',
        'InteractiveButtons.text',
        'InteractiveButtonsButton.id',
        'InteractiveButtonsButton.title',
        'InteractiveList.text',
        'InteractiveList.button',
        'InteractiveListSection.title',
        'InteractiveListSectionRow.id',
        'InteractiveListSectionRow.title',
        'InteractiveListSectionRow.description',
        'FlowButtonText',
        'FlowMediaStep.caption',
        'CreateFlowRequest.name',
        'UpdateFlowRequest.name',
        'AddOptOutRequest.source',
        'BlockNumberRequest.reason',
        ...['Update', 'Upsert'].flatMap((kind) =>
          ['name', 'email', 'display_name', 'username'].map((name) => `${kind}ContactRequest.${name}`),
        ),
      ],
      reason: 'Free text in any language.',
    },
  ],
  'owasp:api8:2023-define-cors-origin': [
    {
      in: 'responses',
      reason: 'The API has no CORS. Keys belong on servers, not in browsers.',
    },
  ],
  'owasp:api8:2023-define-error-validation': [
    {
      at: [
        'paths//me/get/responses',
        'paths//channels/get/responses',
        'paths//messages/{id}/get/responses',
        'paths//contacts/{phone}/get/responses',
        'paths//opt-outs/{phone}/delete/responses',
        'paths//blocked-numbers/{phone}/delete/responses',
        'paths//conversations/{phone}/get/responses',
        'paths//flows/{id}/get/responses',
        'paths//flows/{id}/stats/get/responses',
      ],
      reason:
        'They have no body and no query. Whatever is in the path and names no record gives 404, or changes nothing.',
    },
  ],
  'owasp:api8:2023-no-server-http': [
    {
      at: ['servers/1/url'],
      reason: 'The address of `wigwag dev`, on the loopback interface.',
    },
  ],
  'owasp:api9:2023-inventory-access': [
    {
      at: ['servers/0', 'servers/1', 'servers/2'],
      reason: 'The document has no server of ours. The operator of a server decides who may reach it.',
    },
  ],
  'owasp:api9:2023-inventory-environment': [
    {
      at: ['servers/0/description', 'servers/1/description', 'servers/2/description'],
      reason:
        'The document has no server of ours: it has the address of the server that publishes it, of `wigwag dev`, and a template.',
    },
  ],
};

const SCHEMA = /#\/components\/schemas\/(\w+)/g;

/** Returns the names of the schemas that a part of the document uses. */
function schemasOf(part: unknown, schemas: Node, found = new Set<string>()): Set<string> {
  for (const [, name = ''] of JSON.stringify(part ?? null).matchAll(SCHEMA)) {
    if (!found.has(name)) {
      found.add(name);
      schemasOf(schemas[name], schemas, found);
    }
  }
  return found;
}

/** Returns the schemas of everything that clients send. */
function sentSchemas({ paths, components }: Document): Set<string> {
  const items = Object.values(paths).flatMap((item) => [item, ...Object.values(item).filter(isNode)]);
  return schemasOf(
    [components.parameters, ...items.map(({ parameters, requestBody }) => [parameters, requestBody])],
    components.schemas,
  );
}

/** The parts of the published document that findings are in. */
export interface Document {
  paths: Record<string, Node>;
  components: { schemas: Node; parameters: Node };
}

/** Returns the name of the parameter with this number, of an operation or of a path. */
function parameterName(document: Document, path: string, rest: (string | number)[]): string {
  let at: unknown = document.paths[path];
  for (const part of rest) {
    at = (at as Node)[part];
  }
  return String((at as Node).name);
}

/** Returns the name of a place, such as `SendMessageRequest.text`, `/flows template_id` or a pointer. */
function nameOf(document: Document, place: (string | number)[]): string {
  const [first, second, third, ...rest] = place.map(String);
  const index = place.indexOf('parameters');
  if (first === 'paths' && index > 1) {
    return `${second} ${parameterName(document, String(second), place.slice(2, index + 2))}`;
  }
  if (first === 'components' && second === 'schemas') {
    return [third, ...rest].join('/').replace('/properties/', '.');
  }
  return first === 'components' && second === 'parameters' ? String(third) : place.join('/');
}

/** Returns whether only the server writes the value of a place. */
function isWritten([first, second, third, ...rest]: (string | number)[], sent: Set<string>): boolean {
  if (first === 'components') {
    return second === 'headers' || (second === 'schemas' && !sent.has(String(third)));
  }
  return first === 'webhooks' || (first === 'paths' && rest.includes('responses'));
}

/**
 * Returns what is wrong with the reasons: a finding that no row has, and a row, or a place in it, that no finding has.
 */
export function unexplained(findings: Finding[], reasons: Reasons, document: Document): string[] {
  const sent = sentSchemas(document);
  const places = findings.map((finding) => ({ ...finding, name: nameOf(document, finding.path) }));
  const has = (row: Row, { name, path }: { name: string; path: (string | number)[] }) =>
    row.at?.includes(name) || (row.in === 'responses' && isWritten(path, sent));
  const missing = places
    .filter((finding) => !reasons[finding.code]?.some((row) => has(row, finding)))
    .map(({ code, name, message }) => `${code} finds ${name}, which owasp.ts does not explain. ${message}`);
  const unused = Object.entries(reasons).flatMap(([code, rows]) => {
    const own = places.filter((finding) => finding.code === code);
    return rows.flatMap((row) => [
      ...(row.at ?? [])
        .filter((name) => !own.some((finding) => finding.name === name))
        .map((name) => `${code} no longer finds ${name}. Remove it from owasp.ts.`),
      ...(row.in && !own.some((finding) => has(row, finding))
        ? [`${code} no longer finds anything in: ${row.in}. Remove it from owasp.ts.`]
        : []),
    ]);
  });
  return [...missing, ...unused];
}
