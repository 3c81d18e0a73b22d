import type { Report, ShownStep } from './report.ts';

/** What the script needs: written as a function, so that the compiler checks it. It runs in Node 22 without packages. */
const PLAY = `import { createServer } from 'node:http';

const env = process.env;
const responses = [];
/** Replaces \${3.data.id} with the field data.id of the response to step 3. */
const filled = (text) =>
  text.replace(/"\\$\\{(\\d+)([^}]*)\\}"|\\$\\{(\\d+)([^}]*)\\}/g, (all, quoted, quotedPath, plain, path) => {
    const names = (quotedPath ?? path).split('.').filter(Boolean);
    const value = names.reduce((at, name) => at?.[name], responses[Number(quoted ?? plain)]);
    return value === undefined ? all : quoted ? JSON.stringify(value) : encodeURIComponent(String(value));
  });
const hooks = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray()).toString();
  console.log(\`<- webhook \${request.headers['x-service-event'] ?? ''} \${body}\`);
  response.end();
}).listen(0, '127.0.0.1');
await new Promise((resolve) => hooks.once('listening', resolve));
const own = \`http://127.0.0.1:\${hooks.address().port}\`;

for (const [at, { kind, request, status, outcome }] of steps.entries()) {
  if (kind === 'webhook') {
    console.log(\`   (a webhook arrived here: \${request.body})\`);
    continue;
  }
  const base = kind === 'control' ? (env.CONTROL_URL ?? control) : (env.BASE_URL ?? target);
  const url = filled(request.url).replace(kind === 'control' ? control : target, base);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, filled(value).replace('REDACTED', env.KEY ?? 'REDACTED')]),
  );
  const body = request.body && filled(request.body).replaceAll(/http:\\/\\/127\\.0\\.0\\.1:\\d+(?=\\/r\\/)/g, own);
  const json = kind === 'control' && body ? { 'content-type': 'application/json' } : {};
  const response = await fetch(url, { method: request.method, headers: { ...headers, ...json }, body });
  const text = await response.text();
  try {
    responses[at + 1] = JSON.parse(text);
  } catch {}
  console.log(\`\${at + 1}. \${request.method} \${url} \${body ?? ''}\`);
  console.log(\`   \${response.status}\${response.status === status ? '' : \` (was \${status ?? outcome})\`} \${text.slice(0, 500)}\`);
}
hooks.close();
hooks.closeAllConnections();
`;

/**
 * Returns a script that repeats the steps of the first case that did not pass, against the same target or another one,
 * and prints each response. Undefined if every case passes.
 */
export function repeatScript({ clauses, target, seed }: Report): string | undefined {
  const clause = ['fail', 'error', 'warn', 'known']
    .flatMap((verdict) => clauses.filter((one) => one.verdict === verdict))
    .find(({ cases }) => cases.some(({ failure }) => failure?.steps));
  const failed = clause?.cases.find(({ failure }) => failure?.steps);
  if (!clause || !failed?.failure) {
    return undefined;
  }
  const { steps = [], message, expected, got } = failed.failure;
  const control = steps.find(({ kind }) => kind === 'control');
  const comment = [
    `Repeats ${failed.name} of wigwag conformance (seed ${seed}), and prints each response.`,
    `${clause.id}: ${clause.text}`,
    `The specification says: ${clause.spec}`,
    message,
    ...(expected === undefined ? [] : [`expected ${JSON.stringify(expected)}`]),
    ...(got === undefined ? [] : [`got      ${JSON.stringify(got)}`]),
    'Run: node FILE. BASE_URL and CONTROL_URL name another target. KEY is the key of a target without CONTROL_URL.',
  ];
  return [
    ...comment.flatMap((line) => line.split(/\r?\n|[\u2028\u2029]/).map((part) => `// ${part.slice(0, 1000)}`)),
    `const target = ${JSON.stringify(target.base_url)};`,
    `const control = ${JSON.stringify(control ? new URL(control.request.url).origin : '')};`,
    `const steps = ${JSON.stringify(steps satisfies readonly ShownStep[], null, 2)};`,
    '',
    PLAY,
  ].join('\n');
}
