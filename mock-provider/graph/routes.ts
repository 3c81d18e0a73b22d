import { controlRoute } from '../control/control.ts';
import { pageResponse } from '../control/lab-page.ts';
import { downloadMedia, downloadPublic, uploadMedia } from '../media/media.ts';
import type { MockProvider } from '../mock-provider.ts';
import { uploadAttachment } from '../page/attachments.ts';
import { messengerProfile } from '../page/messenger-profile.ts';
import { sendPageMessage } from '../page/send.ts';
import { businessProfile } from '../whatsapp/business-profile.ts';
import { sendWhatsApp } from '../whatsapp/send.ts';
import { createTemplate, deleteTemplates, templateFault } from '../whatsapp/template-edit.ts';
import { listTemplates, requireOwnWaba } from '../whatsapp/template-list.ts';
import type { World } from '../world/world.ts';
import { appSubscriptions } from './app-subscriptions.ts';
import { EDGES, type Edge, SINGLE_PATHS } from './edges.ts';
import { type Endpoint, graphRoute, requireAsset } from './endpoint.ts';
import { methodOf } from './graph-request.ts';
import { deleteNode, getNode, postNode } from './nodes.ts';
import { getNodes, runBatch } from './root.ts';
import type { FindRoute, HttpRequest, Route } from './route.ts';
import { debugToken, subscribedApps } from './subscriptions.ts';
import { unknownPathRoute } from './unknown-path.ts';

const sendMessage: Endpoint = (world, graph) => {
  const asset = requireAsset(world, graph);
  return asset.channel === 'whatsapp' ? sendWhatsApp(world, graph, asset) : sendPageMessage(world, graph, asset);
};

/** Lists and deletes templates, unless a fault applies. */
const orFault =
  (run: Endpoint): Endpoint =>
  async (world, graph) =>
    (await templateFault(world, graph, requireOwnWaba(world, graph))) ?? run(world, graph);

const ROOT = /^\/v\d+\.\d+\/?$/;

/** Returns a function that finds the route of a request. Routes are grouped by the last segment of their paths. */
export function createRoutes(world: World, mock: () => MockProvider): FindRoute {
  const edge = (name: string, methods: readonly ('get' | 'post' | 'delete')[], run: Endpoint) =>
    methods.map((method) => graphRoute(world, method, name, run));
  const groups: Record<string, Route[]> = {
    messages: [graphRoute(world, 'post', 'messages', sendMessage)],
    media: [graphRoute(world, 'post', 'media', uploadMedia)],
    message_attachments: [graphRoute(world, 'post', 'message_attachments', uploadAttachment)],
    message_templates: [
      graphRoute(world, 'get', 'message_templates', orFault(listTemplates)),
      graphRoute(world, 'post', 'message_templates', createTemplate),
      graphRoute(world, 'delete', 'message_templates', orFault(deleteTemplates)),
    ],
    subscribed_apps: edge('subscribed_apps', ['get', 'post', 'delete'], subscribedApps),
    whatsapp_business_profile: edge('whatsapp_business_profile', ['get', 'post'], businessProfile),
    messenger_profile: edge('messenger_profile', ['get', 'post', 'delete'], messengerProfile),
    subscriptions: edge('subscriptions', ['get', 'post', 'delete'], appSubscriptions),
    debug_token: [graphRoute(world, 'get', '', debugToken, { node: /^debug_token$/, common: false })],
  };
  for (const [name, edge] of Object.entries(EDGES)) {
    groups[name] = routesOf(world, name, edge);
  }
  for (const [name, edge] of Object.entries(SINGLE_PATHS)) {
    groups[name] = [...(groups[name] ?? []), ...routesOf(world, '', { ...edge, node: RegExp(`^${name}$`) })];
  }
  const control = [controlRoute(world, mock)];
  const downloads: Route[] = [
    {
      matches: (request) => isGet(request, /^\/whatsapp_business\/attachments\/?$/),
      run: (request) => downloadMedia(world, request),
    },
    {
      matches: (request) => isGet(request, /^\/v\/t\d+\.\d+-\d+\//),
      run: (request) => downloadPublic(world, request),
    },
  ];
  const nodes = [
    graphRoute(world, 'get', '', getNode),
    graphRoute(world, 'post', '', postNode),
    graphRoute(world, 'delete', '', deleteNode),
  ];
  const unknown = unknownPathRoute(world);
  const ofGraph = [...Object.values(groups).flat(), ...nodes];
  const roots = [
    graphRoute(world, 'get', '', getNodes, { node: /^$/ }),
    graphRoute(world, 'post', '', (_, graph) => runBatch(graph, [...ofGraph, unknown]), { node: /^$/ }),
  ];
  const page: Route = {
    // In process, the page would match the root of every host.
    matches: (request) =>
      request.replyTracker !== undefined && isGet(request, /^\/$/) && !request.url.searchParams.has('ids'),
    run({ replyTracker }) {
      // Viewing the page does not count as work.
      replyTracker?.job.pause();
      return pageResponse();
    },
  };
  const edges = new Map(Object.entries(groups));
  const routesFor = (pathname: string): readonly Route[] => {
    if (pathname === '/') {
      return [page, ...roots];
    }
    if (pathname.startsWith('/_mock/')) {
      return control;
    }
    if (pathname.startsWith('/whatsapp_business/') || pathname.startsWith('/v/')) {
      return downloads;
    }
    const at = pathname.lastIndexOf('/');
    const found = edges.get(pathname.slice(at + 1));
    if (found) {
      return found;
    }
    // `/{id}/message_qrdls/{code}`: the edge is the segment before the last.
    const before = pathname.slice(pathname.lastIndexOf('/', at - 1) + 1, at);
    return edges.get(before) ?? (ROOT.test(pathname) ? roots : nodes);
  };
  return (request) => {
    const found = routesFor(request.url.pathname).find((route) => route.matches(request));
    return found ?? (unknown.matches(request) ? unknown : undefined);
  };
}

const METHODS = ['get', 'post', 'delete'] as const;

function routesOf(world: World, name: string, { node, part, ...methods }: Edge): Route[] {
  return METHODS.flatMap((method) => {
    const run = methods[method];
    return run ? [graphRoute(world, method, name, run, { node, part, common: true })] : [];
  });
}

function isGet(request: HttpRequest, path: RegExp): boolean {
  return methodOf(request) === 'GET' && path.test(request.url.pathname);
}
