import { exitCodeOf, INTEGRATION, judgeIntegration, readIntegrationTarget } from '@wigwag/conformance';
import { createMockProvider } from '@wigwag/mock-provider';
import { EXIT_CODES } from '../../program/errors/exit-codes.ts';
import { untilStopped } from '../../program/process/signals.ts';
import { type ConformanceFlags, checkFiles, progress, trust, writeReports } from './conformance.ts';

export interface IntegrationFlags extends Omit<ConformanceFlags, 'database' | 'clause' | 'bail'> {
  target: string;
}

/** `wigwag conformance integration`: tests an app with a mock that plays Meta. */
export async function runIntegration(flags: IntegrationFlags): Promise<void> {
  if (flags.list) {
    for (const { id, level, text, spec } of INTEGRATION.clauses.values()) {
      process.stdout.write(`${JSON.stringify({ id, level, text, spec })}\n`);
    }
    return;
  }
  checkFiles(flags);
  trust(flags);
  const target = readIntegrationTarget(flags.target, process.env);
  const interrupt = new AbortController();
  void untilStopped().then((signal) => signal !== 'SIGPIPE' && interrupt.abort());
  const mock = createMockProvider({
    callbackUrl: target.callback_url,
    ...(target.app_secret !== undefined && { appSecret: target.app_secret }),
    ...(target.verify_token !== undefined && { verifyToken: target.verify_token }),
  });
  const { url, close } = await mock.listen();
  try {
    const report = await judgeIntegration(
      target,
      { url, ...mock.credentials },
      { only: flags.only ?? [], seed: flags.seed, signal: interrupt.signal, onProgress: progress() },
    );
    writeReports(report, flags);
    process.exitCode = interrupt.signal.aborted ? EXIT_CODES.interrupted : exitCodeOf(report, flags.strict ?? false);
  } finally {
    await close();
  }
  if (interrupt.signal.aborted) {
    // Otherwise in-flight cases would keep the process alive.
    process.exit();
  }
}
