import type { Connection } from '../../store/connections/connections.ts';
import type { Graph, GraphOutcome } from '../meta/graph.ts';
import { problemOf } from '../meta/outcomes.ts';
import { textAt } from '../meta/values.ts';
import type { NewTemplate, ProviderTemplate, SampleFile } from '../provider.ts';
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
  const body = requireAnswer(outcome, 'the template', 'the template may not have been submitted');
  return templateOf({
    name,
    language,
    category: textAt(body, 'category') ?? category,
    status: textAt(body, 'status') ?? 'PENDING',
    parameter_format: parameterFormat,
    components,
  });
}

/**
 * Uploads the example of a media header with the Resumable Upload API, and returns its handle. `app` is the app of the
 * token.
 *
 * @throws {Error} if Meta refuses it, with what Meta says to the person
 */
export async function uploadSample(
  graph: Graph,
  accessToken: string,
  { bytes, mimeType, filename }: SampleFile,
): Promise<string> {
  const failed = 'the sample may not have been uploaded';
  const begun = await graph.post('app/uploads', accessToken, {
    file_name: filename,
    file_length: bytes.length,
    file_type: mimeType,
  });
  const session = textAt(requireAnswer(begun, 'the sample', failed), 'id');
  const stored = session === null ? begun : await graph.upload(session, accessToken, bytes);
  const handle = textAt(requireAnswer(stored, 'the sample', failed), 'h');
  if (handle === null) {
    throw new Error(`${failed}: Meta returned no handle`);
  }
  return handle;
}

function requireAnswer(outcome: GraphOutcome, what: string, failed: string): Record<string, unknown> {
  if (outcome.kind === 'refused') {
    const { code, title, detail } = outcome.error;
    throw new Error(`Meta refused ${what}: ${outcome.userMessage ?? detail ?? title} (${code})`);
  }
  if (outcome.kind !== 'answered') {
    throw new Error(`${failed}: ${problemOf(outcome)}`);
  }
  return outcome.body;
}
