import { authorize, type Endpoint } from '../graph/endpoint.ts';
import type { GraphRequest } from '../graph/graph-request.ts';
import { page } from '../graph/page.ts';
import type { Json } from '../world/state.ts';

interface LibraryTemplate extends Json {
  name: string;
  language: string;
  category: string;
  topic: string;
  usecase: string;
  industry: string[];
  header?: string;
  body: string;
  body_params: string[];
  body_param_types: string[];
  buttons?: { type: string; text: string; url?: string; phone_number?: string }[];
}

/** A few templates in the form of Meta's library. Meta's own texts are not repeated here. */
const LIBRARY: LibraryTemplate[] = [
  {
    name: 'mock_delivery_update_1',
    language: 'en_US',
    category: 'UTILITY',
    topic: 'ORDER_MANAGEMENT',
    usecase: 'DELIVERY_UPDATE',
    industry: ['E_COMMERCE'],
    header: 'Your order is on its way',
    body: 'Order {{1}} leaves today and arrives on {{2}}.',
    body_params: ['#12345', 'May 4'],
    body_param_types: ['TEXT', 'DATE'],
    buttons: [{ type: 'URL', text: 'Track order', url: 'https://www.example.com/' }],
    id: '7138055039625601',
  },
  {
    name: 'mock_payment_reminder_1',
    language: 'en_US',
    category: 'UTILITY',
    topic: 'PAYMENTS',
    usecase: 'PAYMENT_DUE_REMINDER',
    industry: ['FINANCIAL_SERVICES'],
    body: 'Your payment of {{1}} is due on {{2}}. Thank you.',
    body_params: ['$12.34', 'May 4'],
    body_param_types: ['AMOUNT', 'DATE'],
    id: '7138055039625602',
  },
  {
    name: 'mock_appointment_reminder_1',
    language: 'en_US',
    category: 'UTILITY',
    topic: 'EVENT_REMINDER',
    usecase: 'APPOINTMENT_REMINDER',
    industry: ['E_COMMERCE', 'FINANCIAL_SERVICES'],
    body: 'You have an appointment at {{1}} on {{2}}. See you soon.',
    body_params: ['Demo Shop', 'May 4'],
    body_param_types: ['TEXT', 'DATE'],
    id: '7138055039625603',
  },
];

/** GET /message_template_library: templates that need no review, filtered by topic, use case and so on. */
export const templateLibrary: Endpoint = (world, graph) => {
  authorize(world, graph);
  return page(
    LIBRARY.filter((one) => matches(graph, one)),
    graph,
    (one) => one,
  );
};

/** Returns the library template with this name and language; undefined if there is none. */
export const libraryTemplate = (name: string, language: string): LibraryTemplate | undefined =>
  LIBRARY.find((one) => one.name === name && one.language === language);

function matches({ url }: GraphRequest, template: LibraryTemplate): boolean {
  const asked = (name: string) => url.searchParams.get(name)?.toUpperCase();
  const search = asked('search');
  return (
    ['name', 'topic', 'usecase', 'language'].every((name) => {
      const value = asked(name);
      return value === undefined || String(template[name]).toUpperCase() === value;
    }) &&
    (asked('industry') === undefined || template.industry.includes(asked('industry') ?? '')) &&
    (search === undefined || JSON.stringify(template).toUpperCase().includes(search))
  );
}
