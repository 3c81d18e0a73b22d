/**
 * Hosts that cannot be reached from the internet: private, shared and link-local networks (RFC 6890), also as IPv4
 * addresses inside IPv6.
 */
const PRIVATE = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a00:1]',
] as const;

/**
 * 10.0.0.1 as one number, in hexadecimal, in octal and without zeros. The URL standard reads them as addresses. For other
 * libraries they are names, which do not resolve.
 */
const NUMBERS = ['167772161', '0x0a000001', '0x0a.0.0.1', '012.0.0.1', '10.1'] as const;

/** Webhook hosts that are refused, with the errors that are allowed. */
export const REFUSED_HOSTS = [
  ...PRIVATE.map((host) => [host, ['WEBHOOK_URL_INVALID']] as const),
  ...NUMBERS.map((host) => [host, ['WEBHOOK_URL_INVALID', 'WEBHOOK_UNREACHABLE']] as const),
];

/** Also with loopback addresses, at which nothing listens. As webhook URLs, they may count as public (control protocol). */
export const NOT_PUBLIC = [...PRIVATE, ...NUMBERS, '127.1', '127.0.0.53', '[::1]', 'localhost', 'localhost.'] as const;
