/** Returns the origin of a listening server. URLs put IPv6 addresses in brackets. */
export const originOf = ({ host, port }: { host: string; port: number | string }): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
