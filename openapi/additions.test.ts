import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { createCopy } from './testing/copy.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** In milliseconds. The compiler needs about 15 seconds of CPU time, more than the default timeout on a busy machine. */
const TIMEOUT = 240_000;

const CHANNEL = 'pigeon';
const EVENT = 'contact.moved';

const EVENT_SCHEMA = `ContactMovedEvent:
  description: A contact moved.
  allOf:
    - $ref: "#/EventEnvelope"
    - type: object
      required: [event, data]
      properties:
        event:
          const: ${EVENT}
        data:
          type: object
          required: [contact]
          properties:
            contact:
              type: object
              description: The contact.
`;
const EVENT_OPERATION = `contactMoved:
  post:
    tags: [webhooks]
    summary: A contact moved
    description: Sent when a contact moved.
    security: []
    parameters: *headers
    requestBody:
      required: true
      content:
        application/json:
          schema:
            $ref: components/event.yaml#/ContactMovedEvent
    responses:
      "200":
        description: Received.
`;

/** Type-checks the workspace with the generated files of a copy of the document, and returns the errors by file. */
function compile(copy: ReturnType<typeof createCopy>): Map<string, string> {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile);
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  host.readFile = (path) => {
    const name = relative(ROOT, path);
    const isGenerated = /^(openapi|sdk)\/generated\//.test(name) && existsSync(copy.path(name));
    return isGenerated ? readFileSync(copy.path(name), 'utf8') : readFile(path);
  };
  const sources = fileNames.filter((name) => !/\.test\.tsx?$/.test(name));
  const program = ts.createProgram(sources, { ...options, noErrorTruncation: true }, host);
  const errors = new Map<string, string>();
  for (const { file, messageText } of ts.getPreEmitDiagnostics(program)) {
    const name = file === undefined ? 'tsconfig.json' : relative(ROOT, file.fileName);
    errors.set(name, `${errors.get(name) ?? ''}${ts.flattenDiagnosticMessageText(messageText, ' ')}\n`);
  }
  return errors;
}

/** Returns whether an error reports a missing row in a table. */
const lacks = (name: string, text: string): boolean => new RegExp(`Property '"?${name}"?' is missing`).test(text);

test('a new channel and a new event do not compile without their rows in the tables of channels, providers and events', {
  timeout: TIMEOUT,
}, () => {
  const copy = createCopy();
  copy.edit('openapi/components/message.yaml', 'messenger, web]\n', `messenger, web, ${CHANNEL}]\n`);
  copy.edit('openapi/components/event.yaml', 'template.status]\n', `template.status, ${EVENT}]\n`);
  copy.edit('openapi/components/event.yaml', 'TemplateStatusEvent:\n', `${EVENT_SCHEMA}TemplateStatusEvent:\n`);
  copy.edit('openapi/events.yaml', 'messageStatus:\n', `${EVENT_OPERATION}messageStatus:\n`);
  const first = 'webhooks:\n  message.received:\n';
  const added = `webhooks:\n  ${EVENT}:\n    $ref: events.yaml#/contactMoved\n  message.received:\n`;
  copy.edit('openapi/openapi.yaml', first, added);
  expect(copy.generate()).toMatchObject({ status: 0, stderr: '' });
  for (const names of ['openapi/generated/names.ts', 'sdk/generated/names.ts', 'openapi/generated/control.ts']) {
    expect(copy.read(names)).toContain(`"${CHANNEL}"`);
    expect(copy.read(names)).toContain(`"${EVENT}"`);
  }

  const errors = compile(copy);

  const filesWithout = (name: string) =>
    [...errors].flatMap(([file, text]) => (lacks(name, text) ? [file] : [])).sort();
  // The row of the channel, and the provider that sends on it.
  expect(filesWithout(CHANNEL)).toEqual(['openapi/channels.ts', 'server/providers/providers.ts']);
  expect(filesWithout(EVENT)).toEqual([
    'cli/commands/webhooks/trigger.ts',
    'cli/output/event-line.ts',
    'server/domain/webhooks/events.ts',
    'server/domain/webhooks/sample-events.ts',
  ]);
  expect(errors.size).toBe(6);
});
