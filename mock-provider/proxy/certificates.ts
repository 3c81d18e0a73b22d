import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
// biome-ignore lint/style/noRestrictedImports: the simulator starts no proxy.
import { rootCertificates } from 'node:tls';
import forge from 'node-forge';
import { DAY_MS } from '../world/clock.ts';
import { ANSWERED } from './hosts.ts';

/** A certificate and its private key, as PEM. */
interface CertificatePair {
  cert: string;
  key: string;
}

export interface Authority {
  /** The certificate and key of the hosts that the mock answers for. */
  leaf: CertificatePair;
  /** The file of the CA's certificate. */
  caFile: string;
  /** A file of the CA's certificate and Node's list of public ones, for clients that replace their list by a file. */
  bundleFile: string;
  /** A folder with a configuration file of PHP, whose curl extension reads the bundle only from its configuration. */
  phpFolder: string;
}

/** Thrown if the folder of a certificate authority cannot be used; the message says why and what to do. */
export class AuthorityError extends Error {
  override name = 'AuthorityError';
}

const KEY_BITS = 2048;
const LEAF_DAYS = 30;
const CA_DAYS = 365;

/**
 * Creates a certificate authority in a folder, or uses the one that is there, and signs a certificate for Meta's hosts.
 * The CA's private key is readable only by its owner. Anyone who has it can impersonate any host to clients that trust
 * the CA.
 *
 * @throws {AuthorityError} if other users can read the key of the CA in the folder, or if another user created it
 */
export function createAuthority(folder: string, now = Date.now()): Authority {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [caFile, keyFile, bundleFile] = ['ca.pem', 'ca-key.pem', 'bundle.pem'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const phpFolder = join(folder, 'php');
  requirePrivate(keyFile);
  const ca = known(caFile, keyFile, now) ?? createCa(now);
  mkdirSync(phpFolder, { recursive: true });
  writeNew(caFile, ca.cert);
  writeNew(keyFile, ca.key, 0o600);
  writeNew(bundleFile, [ca.cert.trim(), ...rootCertificates, ''].join('\n'));
  writeNew(join(phpFolder, 'ca.ini'), `curl.cainfo="${bundleFile}"\nopenssl.cafile="${bundleFile}"\n`);
  return { leaf: createLeaf(ca, now), caFile, bundleFile, phpFolder };
}

/** Writes a new file, and follows no link of this name. */
function writeNew(path: string, text: string, mode?: number): void {
  rmSync(path, { force: true });
  writeFileSync(path, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
}

/** @throws {AuthorityError} */
function requirePrivate(keyFile: string): void {
  const found = lstatSync(keyFile, { throwIfNoEntry: false });
  if (found === undefined || process.platform === 'win32') {
    return;
  }
  const problem = !found.isFile()
    ? 'it is not a file'
    : found.uid !== process.getuid?.()
      ? `it belongs to user ${found.uid}`
      : (found.mode & 0o077) !== 0
        ? 'other users can read it'
        : undefined;
  if (problem !== undefined) {
    throw new AuthorityError(
      `${keyFile} cannot be the key of a certificate authority: ${problem}, and its readers could impersonate any host. Choose another folder, or delete the file`,
    );
  }
}

/** Returns the CA of an earlier run, unless it expires within the lifetime of a new certificate. */
function known(caFile: string, keyFile: string, now: number): CertificatePair | undefined {
  if (!existsSync(caFile) || !existsSync(keyFile)) {
    return undefined;
  }
  const pair = { cert: readFileSync(caFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
  const { notAfter } = forge.pki.certificateFromPem(pair.cert).validity;
  return notAfter.getTime() - now > LEAF_DAYS * DAY_MS ? pair : undefined;
}

function createCa(now: number): CertificatePair {
  const { certificate, key } = begin('wigwag mock CA', now, CA_DAYS);
  certificate.setIssuer(certificate.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    { name: 'subjectKeyIdentifier' },
  ]);
  return { cert: sign(certificate, key), key };
}

function createLeaf(ca: CertificatePair, now: number): CertificatePair {
  const { certificate, key } = begin('graph.facebook.com', now, LEAF_DAYS);
  const issuer = forge.pki.certificateFromPem(ca.cert);
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions([
    { name: 'basicConstraints', cA: false, critical: true },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', serverAuth: true },
    { name: 'subjectAltName', altNames: ANSWERED.map((value) => ({ type: 2, value })) },
    { name: 'authorityKeyIdentifier', keyIdentifier: issuer.generateSubjectKeyIdentifier().getBytes() },
  ]);
  return { cert: `${sign(certificate, ca.key)}${ca.cert}`, key };
}

/** Node creates the keys, because it is much faster at it than JavaScript. */
function begin(name: string, now: number, days: number) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicKey);
  // A serial number is positive, so its first byte is below 80.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(now - DAY_MS);
  certificate.validity.notAfter = new Date(now + days * DAY_MS);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  return { certificate, key: privateKey };
}

function sign(certificate: forge.pki.Certificate, key: string): string {
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return forge.pki.certificateToPem(certificate).replaceAll('\r', '');
}
