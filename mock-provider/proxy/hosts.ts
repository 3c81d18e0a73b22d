/** Hosts of Meta for which the mock answers. */
export const ANSWERED = [
  'graph.facebook.com',
  'graph.instagram.com',
  'graph-video.facebook.com',
  'api.instagram.com',
  'lookaside.fbsbx.com',
  'scontent.xx.fbcdn.net',
  'scontent.whatsapp.net',
];

const META = /(^|\.)(facebook|instagram|messenger|whatsapp|fbsbx|fbcdn|threads|meta)\.(com|net)$/;

/**
 * Returns what the proxy does with a host: `answer` it with the mock, `refuse` it because it is Meta's, or `pass` it
 * on to the network.
 */
export function routeOf(host: string): 'answer' | 'refuse' | 'pass' {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (ANSWERED.includes(name)) {
    return 'answer';
  }
  return META.test(name) ? 'refuse' : 'pass';
}
