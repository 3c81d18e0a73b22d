import type { Connection } from '../../store/connections/connections.ts';
import type { Graph } from '../meta/graph.ts';
import { problemOf } from '../meta/outcomes.ts';
import { textAt } from '../meta/values.ts';
import type { NewTemplate, ProviderTemplate } from '../provider.ts';
import { templateOf } from './templates.ts';

/**
 * Submits a template for review (POST /{waba}/message_templates). Meta may change its category.
 *
 * @throws {Error} if Meta refuses it, with what Meta says to the person
 */
export async function createTemplate(
  graph: Graph,
  connection: Connection,
  accessToken: string,
  template: NewTemplate,
): Promise<ProviderTemplate> {
  const { name, language, category, parameterFormat, components } = template;
  const outcome = await graph.post(`${connection.wabaId}/message_templates`, accessToken, {
    name,
    language,
    category,
    parameter_format: parameterFormat,
    components,
  });
  if (outcome.kind === 'refused') {
    const { code, title, detail } = outcome.error;
    throw new Error(`Meta refused the template: ${outcome.userMessage ?? detail ?? title} (${code})`);
  }
  if (outcome.kind !== 'answered') {
    throw new Error(`the template may not be submitted: ${problemOf(outcome)}`);
  }
  return templateOf({
    name,
    language,
    category: textAt(outcome.body, 'category') ?? category,
    status: textAt(outcome.body, 'status') ?? 'PENDING',
    parameter_format: parameterFormat,
    components,
  });
}
