import type { HttpHandler } from 'msw';
import { graphHandler, requireAsset } from './endpoint.ts';
import { getNode, listPhoneNumbers } from './nodes.ts';
import { listTemplates } from './template-list.ts';
import { sendWhatsApp } from './whatsapp-send.ts';
import type { World } from './world.ts';

export interface HandlerGroups {
  all: HttpHandler[];
  /** The handlers that a path can concern: MSW tries them one by one, and each try costs. */
  forPath(pathname: string): HttpHandler[];
}

/** Every endpoint as an MSW handler, grouped by the last segment of its path. */
export function createHandlers(world: World): HandlerGroups {
  const groups: Record<string, HttpHandler[]> = {
    messages: [
      graphHandler(world, 'post', 'messages', (_, graph) => sendWhatsApp(world, graph, requireAsset(world, graph))),
    ],
    message_templates: [graphHandler(world, 'get', 'message_templates', listTemplates)],
    phone_numbers: [graphHandler(world, 'get', 'phone_numbers', listPhoneNumbers)],
  };
  const nodes = [graphHandler(world, 'get', '', getNode)];
  return {
    all: [...Object.values(groups).flat(), ...nodes],
    forPath: (pathname) => groups[pathname.slice(pathname.lastIndexOf('/') + 1)] ?? nodes,
  };
}
