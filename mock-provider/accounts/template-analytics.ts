import type { Endpoint } from '../graph/endpoint.ts';
import { object } from '../graph/graph-request.ts';
import { invalid, requireParam, requireWord } from '../graph/require.ts';
import { requireOwnWaba } from '../whatsapp/template-list.ts';
import type { Json, Send } from '../world/state.ts';

const DAY = 24 * 60 * 60;
const MAX_TEMPLATES = 10;
const METRICS = ['SENT', 'DELIVERED', 'READ', 'REPLIED', 'CLICKED', 'COST'];
/** The costs of a template that has none, as in published responses. */
const COST = [{ type: 'amount_spent' }, { type: 'cost_per_delivered' }, { type: 'cost_per_url_button_click' }];
/** The positions 0 and 24, as in published responses. */
const CURSORS = { before: 'MAZDZD', after: 'MjQZD' };

/**
 * GET /{waba_id}/template_analytics: how many messages of each template were sent, delivered, read and replied to each
 * day. It counts the mock's own sends. The mock does not count clicks and has no costs.
 */
export const templateAnalytics: Endpoint = (world, graph) => {
  const waba = requireOwnWaba(world, graph);
  requireWord(graph, 'granularity', ['DAILY']);
  const start = Math.floor(seconds(requireParam(graph, 'start')) / DAY) * DAY;
  const end = Math.ceil(seconds(requireParam(graph, 'end')) / DAY) * DAY;
  const ids = idsOf(requireParam(graph, 'template_ids'));
  if (ids.length > MAX_TEMPLATES) {
    throw invalid(`Param template_ids must have at most ${MAX_TEMPLATES} elements.`);
  }
  const asked = graph.url.searchParams.get('metric_types');
  const metrics = asked === null || asked === '' ? METRICS : idsOf(asked.toUpperCase());
  const templates = ids.map((id) => {
    const template = waba.templates.find((one) => one.id === id);
    if (!template) {
      throw invalid(`No template with id ${id}`);
    }
    return template;
  });
  const quoted = new Set([...world.state.inbound.values()].map(({ message }) => object(message.context).id));
  const data_points: Json[] = [];
  for (let day = start; day < end; day += DAY) {
    for (const { id, name, language } of templates) {
      const sends = world.state.sends.filter(
        (send) =>
          isOf(send, name, language) &&
          within(send, day) &&
          world.state.assets.get(send.business_id)?.waba_id === waba.id,
      );
      const count = (...statuses: string[]) => sends.filter(({ status }) => statuses.includes(status)).length;
      data_points.push({
        template_id: id,
        start: day,
        end: day + DAY,
        ...(metrics.includes('SENT') ? { sent: count('sent', 'delivered', 'read') } : {}),
        ...(metrics.includes('DELIVERED') ? { delivered: count('delivered', 'read') } : {}),
        ...(metrics.includes('READ') ? { read: count('read') } : {}),
        ...(metrics.includes('REPLIED')
          ? { replied: sends.filter(({ external_id }) => quoted.has(external_id)).length }
          : {}),
        ...(metrics.includes('COST') ? { cost: COST } : {}),
      });
    }
  }
  return { data: [{ granularity: 'DAILY', product_type: 'cloud_api', data_points }], paging: { cursors: CURSORS } };
};

function seconds(value: string): number {
  const parsed = Number(value);
  if (!Number.isFinite(parsed)) {
    throw invalid('Params start and end must be UNIX timestamps.');
  }
  return parsed;
}

/** `[1,2]`, `["1","2"]` or `1,2`. */
function idsOf(value: string): string[] {
  return value
    .replace(/[[\]"'\s]/g, '')
    .split(',')
    .filter(Boolean);
}

function isOf({ type, payload }: Send, name: string, language: string): boolean {
  const template = object(payload.template);
  const code = String(object(template.language).code).toLowerCase();
  return type === 'template' && template.name === name && code === language.toLowerCase();
}

function within({ at }: Send, day: number): boolean {
  const time = Date.parse(at) / 1000;
  return time >= day && time < day + DAY;
}
