import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder, wigwag } from '../testing/cli.ts';
import { hasTerminals, openTerminal } from '../testing/terminal.ts';

const COMMAND = '\u001b[';

describe.skipIf(!hasTerminals())('on a terminal', () => {
  test('tables and screens are plain with NO_COLOR and with --no-color', async () => {
    const home = scratchFolder();
    const env = { XDG_CONFIG_HOME: join(home, '.config'), WIGWAG_SIGNING_SECRET: 'whsec_1' };
    const url = 'https://a.example/api/v1';
    await wigwag(['profiles', 'add', 'a', '--base-url', url], { env: { ...env, WIGWAG_API_KEY: 'ww_live_1' } });
    for (const [args, shown] of [
      [['profiles', 'list'], 'IN USE'],
      [['profiles', 'list', '--json'], '"name": "a"'],
      [['listen', '--receive', '--port', '0'], '● listening'],
    ] as const) {
      const [usual, byVariable, byFlag] = [
        openTerminal(args, { env }),
        openTerminal(args, { env: { ...env, NO_COLOR: '1' } }),
        openTerminal([...args, '--no-color'], { env }),
      ];
      for (const terminal of [usual, byVariable, byFlag]) {
        await terminal.until(shown);
      }
      expect(usual.coloured()).toContain(COMMAND);
      expect([byVariable.coloured(), byFlag.coloured()].filter((screen) => screen.includes(COMMAND))).toEqual([]);
    }
  });
});
