import { expect, test } from 'vitest';
import { createTestServer } from '../testing.ts';
import { conversationStatus, makeFlow, pressButton, reportOf, stepsSent } from '../testing-flows.ts';

test('a press begins a run', async () => {
  const server = await createTestServer();
  const id = await makeFlow(server, {
    steps: [
      { delay: '0', text: 'Hi {{name}}' },
      { delay: '1h', text: 'Still there?' },
    ],
  });
  await pressButton(server, 'Tell me more');
  expect(stepsSent(server)).toEqual(['Hi Ada']);
  expect(await conversationStatus(server)).toBe('bot');
  await server.advance(3599);
  expect(stepsSent(server)).toEqual(['Hi Ada']);
  await server.advance(1);
  expect(stepsSent(server)).toEqual(['Hi Ada', 'Still there?']);
  console.log(JSON.stringify(await reportOf(server, id)));
  expect(await conversationStatus(server)).toBe('open');
});
