import { expect, test } from 'vitest';
import { templateOf } from '../../providers/whatsapp/templates.ts';
import { createTestServer, DATABASES } from '../../testing/server.ts';
import { recordTemplateChange, syncTemplates } from './record-template.ts';

test.each(DATABASES)('concurrent updates of a template are stored and announced once, on %s', async (database) => {
  const { server, accountId } = await createTestServer({ database });
  const { app } = server;
  const listed = (status: string) =>
    [{ name: 'news', language: 'en', category: 'UTILITY', status, components: [{ type: 'BODY', text: 'News' }] }].map(
      templateOf,
    );
  const sync = (status: string) => app.store.transaction((tx) => syncTemplates(app, tx, accountId, listed(status)));
  const hear = (status: 'APPROVED') =>
    app.store.transaction((tx) =>
      recordTemplateChange(app, tx, accountId, { name: 'news', language: 'en', status, rejectionReason: null }),
    );

  await Promise.all(Array.from({ length: 4 }, () => sync('PENDING')));
  await Promise.all([sync, hear, sync, hear].map((take) => take('APPROVED')));

  const { events, templates } = app.store.read;
  expect(await templates.findByName(accountId, 'news')).toMatchObject([{ language: 'en', status: 'APPROVED' }]);
  const { seq } = await events.end(accountId);
  expect(await events.count(accountId, 0, seq, { events: ['template.status'] })).toBe(1);
});
