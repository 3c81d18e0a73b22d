/**
 * Hosts that cannot be reached from the internet, in the forms in which URLs write them: private, shared and link-local
 * networks (RFC 6890), and IPv4 addresses as one number, in octal, in hexadecimal and inside IPv6.
 */
export const PRIVATE = [
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.254',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '167772161',
  '0x0a000001',
  '0x0a.0.0.1',
  '012.0.0.1',
  '10.1',
  '[::]',
  '[fd00::1]',
  '[fe80::1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a00:1]',
] as const;

/** Also with loopback addresses, at which nothing listens. As webhook URLs, they may count as public (control protocol). */
export const NOT_PUBLIC = [...PRIVATE, '127.1', '127.0.0.53', '[::1]', 'localhost', 'localhost.'] as const;
