import type { Query, Schemas } from '@wigwag/sdk';
import type { CommandContext } from '../../program/context/context.ts';
import { NothingFoundError, UsageError } from '../../program/errors/errors.ts';
import { queryOf } from '../../program/options/query-options.ts';
import { variablesOf } from '../messages/message-flags.ts';

type Template = Schemas['Template'];

const COLUMNS = ['name', 'language', 'status', 'category', 'parameter_format', 'variables.names', 'body'];

/** `wigwag templates list`. */
export async function listTemplates({ wigwag, output }: CommandContext, flags: object): Promise<void> {
  await output.list(wigwag.templates.list(queryOf<Query<'listTemplates'>>('listTemplates', flags)), COLUMNS);
}

/** `wigwag templates get`. */
export async function getTemplate(context: CommandContext, name: string, flags: { language?: string }): Promise<void> {
  await context.output.record(await findTemplate(context, name, flags));
}

/** `wigwag templates preview`: shows a template with values as it appears on a phone. */
export async function previewTemplate(
  context: CommandContext,
  name: string,
  flags: { language?: string; var?: string[] },
): Promise<void> {
  const template = await findTemplate(context, name, flags);
  const values = valuesOf(template, flags.var);
  await context.output.record({ ...template, body: withValues(template.body, values) }, async () =>
    (await import('../../output/template-preview.ts')).phoneOf(
      template,
      (text) => withValues(text, values),
      context.output.width,
    ),
  );
}

/** Returns a template by name. @throws {NothingFoundError} if there is none; @throws {UsageError} if there are several */
export async function findTemplate(
  { wigwag }: CommandContext,
  name: string,
  { language }: { language?: string },
): Promise<Template> {
  const found: Template[] = [];
  for await (const template of wigwag.templates.list(language === undefined ? {} : { language })) {
    if (template.name === name) {
      found.push(template);
    }
  }
  const [template, ...others] = found;
  if (!template) {
    throw new NothingFoundError(
      `the template ${name} does not exist; run \`wigwag templates list\` to see all templates`,
    );
  }
  if (others.length > 0) {
    throw new UsageError(
      `${name} exists in ${found.map((one) => one.language).join(', ')}: choose one with --language`,
    );
  }
  return template;
}

function valuesOf({ variables: { names, samples } }: Template, given: string[] | undefined): Map<string, string> {
  const values = given === undefined ? samples : variablesOf(given);
  return new Map(
    Array.isArray(values) ? names.map((name, index) => [name, values[index] ?? '']) : Object.entries(values),
  );
}

/** A placeholder without a value stays in the text. */
export const withValues = (text: string, values: Map<string, string>): string =>
  text.replace(/\{\{\s*(\w+)\s*\}\}/g, (placeholder, name: string) => values.get(name) || placeholder);
