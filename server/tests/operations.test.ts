import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { originOf } from '../config/origin.ts';
import { createTestServer } from '../testing/server.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');
const DEPLOY = readdirSync(new URL('../../deploy', import.meta.url)).map((name) => `../../deploy/${name}`);
const FILES = [...DEPLOY, '../../compose.yaml'];

const METRIC = /\b(?:wigwag|nodejs|process)_[a-z\d_]+\b/g;

/** Yields the metrics that the selectors of a rule request, with the names and values of their labels. */
function* selectorsIn(expression: string): Generator<{ metric: string; label: string; values: string[] }> {
  for (const [, metric = '', labels = ''] of expression.matchAll(/((?:wigwag|nodejs)_[a-z\d_]+)\{([^}]*)\}/g)) {
    for (const [, label = '', values = ''] of labels.matchAll(/(\w+)=~?"([^"]*)"/g)) {
      yield { metric, label, values: values.split('|') };
    }
  }
}

test('the page about operations, the alerts and the dashboard of Grafana name existing metrics', async () => {
  const { server, api, customerWrites, settle, receiver } = await createTestServer({ config: { metricsPort: 0 } });
  await receiver();
  await customerWrites('Hi');
  await api('POST', '/messages', { body: { to: '905551112233', text: 'Hello' } });
  await settle();
  const metrics = await (await fetch(`${server.operatorOrigin}/metrics`)).text();
  const known = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
  const listed = new Set(read('../../docs/operations.md').match(METRIC));
  expect([...known].filter((name = '') => name.startsWith('wigwag_') && !listed.has(name))).toEqual([]);
  const alerts = read('../../deploy/alerts.yaml');
  const { panels } = JSON.parse(read('../../deploy/grafana.json')) as { panels: { targets?: { expr: string }[] }[] };
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  const named = [read('../../docs/operations.md'), alerts, ...queries].join('\n').match(METRIC) ?? [];
  expect(named.length).toBeGreaterThan(40);
  const shown = new Set(
    queries
      .join('\n')
      .match(METRIC)
      ?.map((name) => name.replace(/_bucket$/, '')),
  );
  expect([...known].filter((name = '') => name.startsWith('wigwag_') && !shown.has(name))).toEqual([]);
  expect(named.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([]);

  const rules: { alert: string; expr: string }[] = parse(alerts).groups[0].rules;
  const selectors = rules.flatMap(({ expr }) => [...selectorsIn(expr)]).filter(({ label }) => label !== 'job');
  expect(selectors).toHaveLength(10);
  for (const { metric, label, values } of selectors) {
    // The others appear only after failures.
    const isSeen = label === 'queue' || label === 'operation';
    for (const value of isSeen ? values : ['']) {
      const sample = new RegExp(`^${metric}\\{[^}]*${label}="${value}`, 'm');
      expect([sample.source, sample.test(metrics)]).toEqual([sample.source, true]);
    }
  }
});

test('the alert about errors counts our own faults, but not readiness or a failing receiver', () => {
  const rules: { alert: string; expr: string }[] = parse(read('../../deploy/alerts.yaml')).groups[0].rules;
  const { expr = '' } = rules.find(({ alert }) => alert === 'WigwagServerErrors') ?? {};
  const [counted, all] = [...expr.matchAll(/\{([^}]*)\}/g)].map(([, labels = '']) => labels);
  /** Returns whether Prometheus would select it. Its expressions match the whole value. */
  const selects = (labels: string | undefined, sample: Record<string, string>) =>
    [...(labels ?? '').matchAll(/(\w+)(=~|!~|=|!=)"([^"]*)"/g)].every(([, name = '', operator = '', wanted = '']) => {
      const value = sample[name] ?? '';
      const isMatch = operator.includes('~') ? new RegExp(`^(?:${wanted})$`).test(value) : value === wanted;
      return isMatch !== operator.startsWith('!');
    });
  for (const [operation, status, isCounted, isOfAll] of [
    ['sendMessage', '500', true, true],
    ['sendMessage', '202', false, true],
    ['testWebhook', '502', false, true],
    ['sendMessage', '503', false, true],
    ['/callbacks/meta/{app}', '500', true, true],
    ['/readyz', '503', false, false],
    ['/healthz', '200', false, false],
    ['none', '404', false, false],
  ] as const) {
    const sample = { operation, status };
    expect([operation, status, selects(counted, sample), selects(all, sample)]).toEqual([
      operation,
      status,
      isCounted,
      isOfAll,
    ]);
  }
});

test('counters with alerts start at 0, because Prometheus does not see an increase without a first value', async () => {
  const { server } = await createTestServer({ config: { metricsPort: 0 } });
  const lines = (await (await fetch(`${server.operatorOrigin}/metrics`)).text()).split('\n');
  for (const provider of ['facebook', 'instagram']) {
    for (const result of ['answered', 'refused', 'unreachable', 'lost']) {
      expect(lines).toContain(`wigwag_provider_calls_total{provider="${provider}",result="${result}"} 0`);
    }
    expect(lines).toContain(`wigwag_provider_call_seconds_count{provider="${provider}"} 0`);
  }
  expect(lines).toContain('wigwag_http_requests_total{operation="sendMessage",status="500"} 0');
  expect(lines).toContain('wigwag_delivery_attempts_total{result="failed"} 0');
  for (const channel of ['whatsapp', 'instagram', 'messenger', 'web']) {
    for (const result of ['accepted', 'rejected', 'unknown']) {
      expect(lines).toContain(`wigwag_sends_total{channel="${channel}",result="${result}"} 0`);
    }
  }
});

test('an IPv6 address is in brackets where a server reports its address', () => {
  expect(originOf({ host: '::1', port: 8080 })).toBe('http://[::1]:8080');
  expect(originOf({ host: '127.0.0.1', port: 8080 })).toBe('http://127.0.0.1:8080');
});

test('the deployment files and the documentation set existing variables', () => {
  const documented = new Set(
    read('../../docs/configuration.md')
      .match(/`WIGWAG_\w+`/g)
      ?.map((name) => name.slice(1, -1)),
  );
  const named = [read('../../docs/operations.md'), ...FILES.map(read)].join('\n').match(/\bWIGWAG_[A-Z_]+\b/g) ?? [];
  expect(new Set(named).size).toBeGreaterThan(6);
  expect(named.filter((name) => !documented.has(name))).toEqual([]);
});

/** `npm run lab -- kubernetes` validates the same file against the schemas of Kubernetes. */
test('the manifests of Kubernetes refer to each other: selectors, ports, settings and names', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the schemas are packages that only the lab installs
  const manifests: any[] = parseAllDocuments(read('../../deploy/kubernetes.yaml')).map((one) => one.toJS());
  const of = (kind: string) => manifests.filter((one) => one.kind === kind);
  const podsOf = (selector: Record<string, string>) =>
    of('Deployment')
      .map(({ spec }) => spec.template)
      .filter(({ metadata }) => Object.entries(selector).every(([name, value]) => metadata.labels[name] === value));
  for (const { spec } of of('Deployment')) {
    expect(podsOf(spec.selector.matchLabels)).toEqual([spec.template]);
    const [{ envFrom, volumeMounts }] = spec.template.spec.containers;
    expect(envFrom[0].configMapRef.name).toBe(of('ConfigMap')[0].metadata.name);
    expect(volumeMounts.map(({ name }: { name: string }) => name)).toEqual(
      spec.template.spec.volumes.map(({ name }: { name: string }) => name),
    );
    // A process stops within 30 seconds.
    expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(30);
  }
  const [service] = of('Service');
  const [pods, ...others] = podsOf(service.spec.selector);
  expect(others).toEqual([]);
  const ports = pods.spec.containers[0].ports.map(({ name }: { name: string }) => name);
  expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual(ports);
  const { backend } = of('Ingress')[0].spec.rules[0].http.paths[0];
  expect(backend.service).toEqual({ name: service.metadata.name, port: { name: service.spec.ports[0].name } });
  for (const { spec } of of('PodDisruptionBudget')) {
    expect(podsOf(spec.selector.matchLabels)).toHaveLength(1);
  }
});
