import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { TargetError } from './verdict.ts';

/** The codes of TLS errors for an unknown certificate authority. */
const UNTRUSTED = [
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
];
const NO_HTTP_1 = 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL';

/** Returns the error that made a request fail: a network or TLS error, or a timeout. */
export const causeOf = (error: unknown): NodeJS.ErrnoException => ((error as Error).cause ?? error) as Error;

/** Codes of a connection that was not made, or a response that did not come, in time. */
const TIMEOUTS = ['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'];

/** Returns whether a request failed because something took too long, which on a busy machine is not the target's fault. */
export function isTimeout(error: unknown): boolean {
  const { name, code } = causeOf(error);
  return name === 'TimeoutError' || TIMEOUTS.includes(code ?? '');
}

/** Returns why a request got no response, and how to fix it. @param timeoutSeconds the timeout of the request */
export function noResponse(error: unknown, timeoutSeconds: number): string {
  const cause = causeOf(error);
  if (cause.name === 'TimeoutError') {
    return `no response within ${timeoutSeconds} s`;
  }
  const hint = UNTRUSTED.includes(cause.code ?? '')
    ? '; add --ca FILE to trust its certificate authority'
    : cause.code === NO_HTTP_1
      ? '; the suite needs HTTP/1.1'
      : '';
  return `${cause.message || cause.code || String(cause)}${hint}`;
}

/**
 * Trusts the certificate authorities of a PEM file in all later requests of this process, in addition to those that Node
 * trusts already.
 *
 * @throws {TargetError} if the file has no certificates
 */
export function trustAuthority(file: string): void {
  // Node 22.18 does not have these functions.
  if (!('setDefaultCACertificates' in tls)) {
    throw new TargetError(`--ca needs Node 22.19; set NODE_EXTRA_CA_CERTS to ${file} instead`);
  }
  try {
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(file, 'utf8')]);
  } catch (error) {
    throw new TargetError(`--ca ${file} is not a file of certificates: ${(error as Error).message}`);
  }
}
