import { describeAttempt, type MockProvider } from '@wigwag/mock-provider';
import { EXIT_CODES } from '../../program/errors/exit-codes.ts';
import { runShellCommand } from '../../program/process/shell-command.ts';

/** The environment variables that name a running mock. */
export function mockEnvironment(url: string, credentials: MockProvider['credentials']): Record<string, string> {
  const { access_token, app_id, app_secret, verify_token, whatsapp, messenger, instagram } = credentials;
  return {
    MOCK_URL: url,
    MOCK_ACCESS_TOKEN: access_token,
    MOCK_APP_ID: app_id,
    MOCK_APP_SECRET: app_secret,
    MOCK_VERIFY_TOKEN: verify_token,
    MOCK_PHONE_NUMBER_ID: whatsapp.phone_number_id,
    MOCK_WABA_ID: whatsapp.waba_id,
    MOCK_PAGE_ID: messenger.page_id,
    MOCK_INSTAGRAM_ID: instagram.account_id,
  };
}

interface RunningMock {
  mock: MockProvider;
  url: string;
  /** Resolves at a signal, which the command then also gets. */
  stopped: Promise<NodeJS.Signals>;
  strict: boolean;
  /** More variables for the command. */
  env?: Record<string, string>;
}

/**
 * Runs a shell command with the mock in its environment. Returns the command's exit code, 128 plus the number of the
 * signal that ended it, or 1 if `strict` and a callback was not accepted.
 */
export async function runWithMock(command: string, { mock, url, stopped, strict, env }: RunningMock): Promise<number> {
  const code = await runShellCommand(command, { ...mockEnvironment(url, mock.credentials), ...env }, stopped);
  const missed = strict ? mock.unhandledCallbacks() : [];
  if (missed.length === 0) {
    return code;
  }
  process.stderr.write(
    `${missed.length} callback${missed.length > 1 ? 's were' : ' was'} not accepted with status 200:\n${missed.map(describeAttempt).join('\n')}\n`,
  );
  return code === EXIT_CODES.ok ? EXIT_CODES.fault : code;
}
