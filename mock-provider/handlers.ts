import { type HttpHandler, http } from 'msw';
import { controlHandler } from './control.ts';
import { type Endpoint, graphHandler, requireAsset } from './endpoint.ts';
import { doors } from './graph-request.ts';
import { downloadMedia, downloadPublic, uploadMedia } from './media.ts';
import type { MockProvider } from './mock-provider.ts';
import { deleteNode, getNode, listPhoneNumbers, postNode } from './nodes.ts';
import { renderPage } from './page.ts';
import { uploadAttachment } from './page-attachments.ts';
import { sendPageMessage } from './page-send.ts';
import { debugToken, subscribedApps } from './subscriptions.ts';
import { createTemplate, deleteTemplates } from './template-edit.ts';
import { listTemplates } from './template-list.ts';
import { sendWhatsApp } from './whatsapp-send.ts';
import type { World } from './world.ts';

export interface HandlerGroups {
  /** For `setupServer`: everything but the page, which would answer for the root of every host. */
  all: HttpHandler[];
  /** The handlers that a path can concern: MSW tries them one by one, and each try costs. */
  forPath(pathname: string): HttpHandler[];
}

const sendMessage: Endpoint = (world, graph) => {
  const asset = requireAsset(world, graph);
  return asset.channel === 'whatsapp' ? sendWhatsApp(world, graph, asset) : sendPageMessage(world, graph, asset);
};

/** Every endpoint as an MSW handler, grouped by the last segment of its path. */
export function createHandlers(world: World, mock: () => MockProvider): HandlerGroups {
  const groups: Record<string, HttpHandler[]> = {
    messages: [graphHandler(world, 'post', 'messages', sendMessage)],
    media: [graphHandler(world, 'post', 'media', uploadMedia)],
    message_attachments: [graphHandler(world, 'post', 'message_attachments', uploadAttachment)],
    message_templates: [
      graphHandler(world, 'get', 'message_templates', listTemplates),
      graphHandler(world, 'post', 'message_templates', createTemplate),
      graphHandler(world, 'delete', 'message_templates', deleteTemplates),
    ],
    phone_numbers: [graphHandler(world, 'get', 'phone_numbers', listPhoneNumbers)],
    subscribed_apps: (['get', 'post', 'delete'] as const).map((method) =>
      graphHandler(world, method, 'subscribed_apps', subscribedApps),
    ),
    debug_token: [graphHandler(world, 'get', '', debugToken, /^debug_token$/)],
  };
  const control = [controlHandler(mock)];
  const downloads = [
    http.get(at(/^\/whatsapp_business\/attachments\/?$/), ({ request }) => downloadMedia(world, request)),
    http.get(at(/^\/v\/t\d+\.\d+-\d+\//), ({ request }) => downloadPublic(world, request)),
  ];
  const nodes = [
    graphHandler(world, 'get', '', getNode),
    graphHandler(world, 'post', '', postNode),
    graphHandler(world, 'delete', '', deleteNode),
  ];
  const page = [
    http.get(at(/^\/$/), ({ request }) => {
      // Whoever looks does not make the mock busy by looking.
      doors.get(request)?.job.pause();
      return new Response(renderPage(mock()), { headers: { 'content-type': 'text/html; charset=utf-8' } });
    }),
  ];
  return {
    all: [...Object.values(groups).flat(), ...nodes, ...downloads, ...control],
    forPath(pathname) {
      if (pathname === '/') return page;
      if (pathname.startsWith('/_mock/')) return control;
      if (pathname.startsWith('/whatsapp_business/') || pathname.startsWith('/v/')) return downloads;
      return groups[pathname.slice(pathname.lastIndexOf('/') + 1)] ?? nodes;
    },
  };
}

function at(path: RegExp): ({ request }: { request: Request }) => boolean {
  return ({ request }) => path.test(new URL(request.url).pathname);
}
