import type { Endpoint } from '../graph/endpoint.ts';
import { object } from '../graph/graph-request.ts';
import { invalid, param, requireNumber, requireWord } from '../graph/require.ts';
import { sendWhatsApp } from '../whatsapp/send.ts';
import { requireSendableTemplate } from '../whatsapp/template-send.ts';

/** POST /{phone_number_id}/marketing_messages: a template of category MARKETING, sent like any other message. */
export const marketingMessages: Endpoint = (world, graph) => {
  const number = requireNumber(world, graph);
  if (graph.body.type !== 'template') {
    throw invalid('Param type must be one of {TEMPLATE}.');
  }
  if (param(graph, 'product_policy') !== undefined) {
    requireWord(graph, 'product_policy', ['CLOUD_API_FALLBACK', 'STRICT']);
  }
  const { category } = requireSendableTemplate(world, number, object(graph.body.template));
  if (category !== 'MARKETING') {
    throw invalid('Invalid template name or parameters');
  }
  return sendWhatsApp(world, graph, number);
};
