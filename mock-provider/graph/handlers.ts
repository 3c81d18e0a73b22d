import { type HttpHandler, http } from 'msw';
import { controlHandler } from '../control/control.ts';
import { renderPage } from '../control/page.ts';
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
import { type Endpoint, graphHandler, requireAsset } from './endpoint.ts';
import { methodOf, replyTrackers } from './graph-request.ts';
import { deleteNode, getNode, postNode } from './nodes.ts';
import { getNodes, runBatch } from './root.ts';
import { debugToken, subscribedApps } from './subscriptions.ts';
import { unknownPathHandler } from './unknown-path.ts';

interface HandlerGroups {
  /** Handlers for `setupServer`, without the page, which would match the root of every host. */
  all: HttpHandler[];
  /** Returns only the handlers that can match a path: MSW tries handlers one by one, which takes time. */
  forPath(pathname: string): HttpHandler[];
}

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

/** All endpoints as MSW handlers, grouped by the last segment of the path. */
export function createHandlers(world: World, mock: () => MockProvider): HandlerGroups {
  const edge = (name: string, methods: readonly ('get' | 'post' | 'delete')[], run: Endpoint) =>
    methods.map((method) => graphHandler(world, method, name, run));
  const groups: Record<string, HttpHandler[]> = {
    messages: [graphHandler(world, 'post', 'messages', sendMessage)],
    media: [graphHandler(world, 'post', 'media', uploadMedia)],
    message_attachments: [graphHandler(world, 'post', 'message_attachments', uploadAttachment)],
    message_templates: [
      graphHandler(world, 'get', 'message_templates', orFault(listTemplates)),
      graphHandler(world, 'post', 'message_templates', createTemplate),
      graphHandler(world, 'delete', 'message_templates', orFault(deleteTemplates)),
    ],
    subscribed_apps: edge('subscribed_apps', ['get', 'post', 'delete'], subscribedApps),
    whatsapp_business_profile: edge('whatsapp_business_profile', ['get', 'post'], businessProfile),
    messenger_profile: edge('messenger_profile', ['get', 'post', 'delete'], messengerProfile),
    subscriptions: edge('subscriptions', ['get', 'post', 'delete'], appSubscriptions),
    debug_token: [graphHandler(world, 'get', '', debugToken, { node: /^debug_token$/, common: false })],
  };
  for (const [name, edge] of Object.entries(EDGES)) groups[name] = handlersOf(world, name, edge);
  for (const [name, edge] of Object.entries(SINGLE_PATHS)) {
    groups[name] = [...(groups[name] ?? []), ...handlersOf(world, '', { ...edge, node: RegExp(`^${name}$`) })];
  }
  const control = [controlHandler(mock)];
  const downloads = [
    http.all(seen(/^\/whatsapp_business\/attachments\/?$/), ({ request }) => downloadMedia(world, request)),
    http.all(seen(/^\/v\/t\d+\.\d+-\d+\//), ({ request }) => downloadPublic(world, request)),
  ];
  const nodes = [
    graphHandler(world, 'get', '', getNode),
    graphHandler(world, 'post', '', postNode),
    graphHandler(world, 'delete', '', deleteNode),
  ];
  const unknown = unknownPathHandler(world);
  const ofGraph = [...Object.values(groups).flat(), ...nodes];
  const roots = [
    graphHandler(world, 'get', '', getNodes, { node: /^$/ }),
    graphHandler(world, 'post', '', (_, graph) => runBatch(graph, [...ofGraph, unknown]), { node: /^$/ }),
  ];
  const page = [
    http.all(isPage, ({ request }) => {
      // Viewing the page does not count as work.
      replyTrackers.get(request)?.job.pause();
      return new Response(renderPage(mock()), { headers: { 'content-type': 'text/html; charset=utf-8' } });
    }),
  ];
  const withUnknown = (handlers: HttpHandler[]) => [...handlers, unknown];
  const paths = {
    page: withUnknown([...page, ...roots]),
    roots: withUnknown(roots),
    downloads: withUnknown(downloads),
    nodes: withUnknown(nodes),
    edges: new Map(Object.entries(groups).map(([edge, handlers]) => [edge, withUnknown(handlers)])),
  };
  return {
    all: [...ofGraph, ...roots, ...downloads, ...control, unknown],
    forPath(pathname) {
      if (pathname === '/') return paths.page;
      if (pathname.startsWith('/_mock/')) return control;
      if (pathname.startsWith('/whatsapp_business/') || pathname.startsWith('/v/')) return paths.downloads;
      const at = pathname.lastIndexOf('/');
      const handlers = paths.edges.get(pathname.slice(at + 1));
      if (handlers) return handlers;
      // `/{id}/message_qrdls/{code}`: the edge is the segment before the last.
      const before = pathname.slice(pathname.lastIndexOf('/', at - 1) + 1, at);
      return paths.edges.get(before) ?? (ROOT.test(pathname) ? paths.roots : paths.nodes);
    },
  };
}

const METHODS = ['get', 'post', 'delete'] as const;

function handlersOf(world: World, name: string, { node, part, ...methods }: Edge): HttpHandler[] {
  return METHODS.flatMap((method) => {
    const run = methods[method];
    return run ? [graphHandler(world, method, name, run, { node, part, common: true })] : [];
  });
}

/** Returns whether the request is a page view of this path. */
function seen(path: RegExp): ({ request }: { request: Request }) => boolean {
  return ({ request }) => {
    const url = new URL(request.url);
    return methodOf(request, url) === 'GET' && path.test(url.pathname);
  };
}

function isPage({ request }: { request: Request }): boolean {
  return seen(/^\/$/)({ request }) && !new URL(request.url).searchParams.has('ids');
}
