import { expect, test } from 'vitest';
import { wigwag } from '../testing/cli.ts';

test.each(['listen', 'mcp', 'demo'])('`wigwag %s` names a wrong WIGWAG_LOG', async (command) => {
  const env = { WIGWAG_BASE_URL: 'http://127.0.0.1:1/api/v1', WIGWAG_API_KEY: 'ww_test_key', WIGWAG_LOG: 'loud' };
  const { code, stderr } = await wigwag([command], { env });
  expect([code, stderr]).toEqual([2, 'wigwag: WIGWAG_LOG must be off, warn, info, debug, not "loud".\n']);
});
