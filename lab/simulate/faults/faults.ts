/** A fault that a developer could introduce into the servers. */
export interface PlantedFault {
  /** What is wrong. */
  what: string;
  /** A file below `server/`. */
  file: string;
  /** Text that occurs in the file exactly once. */
  from: string;
  to: string;
}

/** Faults that the servers once had, and similar ones. The simulator must find each of them. */
export const FAULTS: Record<string, PlantedFault> = {
  // Faults that the servers once had.
  'lost-waiters': {
    what: 'Writes that wait while BEGIN fails never settle.',
    file: 'engine/drivers/group-commit.ts',
    from: 'group.length > 0 ? group : waiting.splice(0)',
    to: 'group.length > 0 ? group : (waiting.splice(0), [])',
  },
  'endless-lock': {
    what: "Writes wait for another process's lock without a limit.",
    file: 'engine/drivers/group-commit.ts',
    from: '        refuseLate(error as Error);\n',
    to: '',
  },
  'refused-commit': {
    what: 'Reads see the writes of a transaction whose COMMIT SQLite refused.',
    file: 'engine/drivers/sqlite-client.ts',
    from: "        this.#connection.exec('rollback');",
    to: "        setTimeout(() => this.#connection.exec('rollback'), 1);",
  },
  'slept-through-lease': {
    what: 'A worker that slept through its lease changes the task of the worker that has taken it over.',
    file: 'engine/outbox/outbox.ts',
    from: 'return new Map(rows.map((row) => [Number(row.id), row.claims > ATTEMPT_STATE.notStarted]));',
    to: 'return new Map(tasks.map(({ id }) => [id, false]));',
  },
  'begins-after-takeover': {
    what: 'A worker starts an attempt that another worker has taken over.',
    file: 'worker/messages/begin-send.ts',
    from: 'if (facts.begun.get(task.id) !== false) {',
    to: 'if (facts.begun.get(task.id)) {',
  },
  'careless-stop': {
    what: 'A stopping server carries out requests on connections that it has half-closed.',
    file: 'http/plugins/draining.ts',
    from: 'if (socket.bytesRead === 0) {',
    to: 'if (socket.bytesRead === 0) {\n        socket.end();\n      } else if (false) {',
  },
  'erased-returns': {
    what: 'A callback that the provider repeats after an erasure brings the person back.',
    file: 'domain/messages/receive-inbound.ts',
    from: 'const isErased = erasedKeysOf(reception).some(',
    to: 'const isErased = [].some(',
  },
  'keeps-erased-callback': {
    what: 'A callback about an erased person stays stored.',
    file: 'domain/callbacks/callback-items.ts',
    from: "results.includes('erased') ? { isErased: true }",
    to: 'results.length < 0 ? { isErased: true }',
  },
  // Store.
  'hasty-commits': {
    what: 'After the first commit that need not be durable, none is.',
    file: 'engine/drivers/group-commit.ts',
    from: "isDurable ? 'full' : 'normal'",
    to: "'normal'",
  },
  'hasty-attempts': {
    what: 'Power loss may lose the record that an attempt to send has begun.',
    file: 'worker/messages/begin-send.ts',
    from: 'Effects, StartedSend> = {\n',
    to: 'Effects, StartedSend> = {\n  isDurable: false,\n',
  },
  'early-success': {
    what: 'A write succeeds before its commit.',
    file: 'engine/drivers/group-commit.ts',
    from: 'done.push(() => lone.resolve(value));',
    to: 'lone.resolve(value);',
  },
  'open-transaction': {
    what: 'A transaction stays open after its commit was refused.',
    file: 'engine/drivers/sqlite-client.ts',
    from: "        this.#connection.exec('rollback');\n",
    to: '',
  },
  'lost-refusal': {
    what: 'A refused request of a batch never settles.',
    file: 'engine/batching/batches.ts',
    from: '        reject(outcome.refusal);\n',
    to: '',
  },
  'lost-alone': {
    what: 'A request never runs again after its batch was rolled back.',
    file: 'engine/batching/batches.ts',
    from: 'const rerun = () => transactOne((tx) => runOne',
    to: 'const rerun = () => outcomes === undefined ? Promise.reject(error) : transactOne((tx) => runOne',
  },
  'forgetful-stream': {
    what: 'An event stream that resumes starts with new events.',
    file: 'http/events/tail.ts',
    from: 'if (lastEventId === undefined) {',
    to: 'if (lastEventId !== BEGINNING.id) {',
  },
  'forgotten-key': {
    what: 'An idempotency key is forgotten after 10 seconds.',
    file: 'domain/messages/idempotency.ts',
    from: 'expiresAt: now + IDEMPOTENCY_HOURS * MICROSECONDS.hour }',
    to: 'expiresAt: now + 10 * MICROSECONDS.second }',
  },
  // Outbox and worker.
  'unmarked-attempt': {
    what: 'The start of an attempt is not recorded before the send.',
    file: 'worker/messages/begin-send.ts',
    from: '    if (deduplicates) {',
    to: '    if (deduplicates || true) {',
  },
  'repeats-interrupted': {
    what: 'A send is repeated although its process died during the request.',
    file: 'worker/messages/send-message.ts',
    from: 'task.interrupted && !app.providers[next.message.channel].deduplicates',
    to: 'false',
  },
  'repeats-unknown': {
    what: 'A send is repeated although its response was lost.',
    file: 'worker/messages/settle-send.ts',
    from: 'changedTasks: [confirmAt(isProved(facts, send) ? app.monotonicNow() : inMinutes())],',
    to: 'changedTasks: [nextAttempt(task, app.now() + 30_000_000)],',
  },
  'never-unconfirmed': {
    what: 'A send that is never confirmed stays queued.',
    file: 'worker/messages/confirm-send.ts',
    from: 'return mergeEffects(decideStatus(app, facts, message, change), ended);',
    to: 'return ended;',
  },
  'ignores-late-answer': {
    what: 'The late response to an accepted send is dropped.',
    file: 'worker/messages/settle-send.ts',
    from: 'effects: mergeEffects(accepted(facts, send, outcome), confirmed)',
    to: 'effects: {}',
  },
  'postpones-begun': {
    what: 'A worker whose lease has expired postpones an attempt that another worker has started.',
    file: 'engine/outbox/outbox.ts',
    from: `from given
           where outbox.id = given.id and outbox.claims = 0
             and outbox.claimed_by = given.lessee and outbox.run_at = given.leasedUntil\`,`,
    to: ', claims = 0 from given where outbox.id = given.id`,',
  },
  'acknowledges-early': {
    what: 'A callback is acknowledged before it is stored.',
    file: 'http/callbacks/routes.ts',
    from: '      await storeCallback(app',
    to: '      void storeCallback(app',
  },
  'no-webhook-retry': {
    what: 'A failed delivery is not retried.',
    file: 'worker/webhooks/record-attempt.ts',
    from: 'delays[attempt - 1]',
    to: 'delays[attempt + 99]',
  },
  'forgets-waiting': {
    what: 'Deliveries that wait for a disabled endpoint are not resumed.',
    file: 'domain/webhooks/deliveries.ts',
    from: '  await tx.outbox.add(ids.map((id) => deliveryTask({ accountId, id, endpointId }, at)));\n',
    to: '',
  },
  // Rules.
  'doubled-inbound': {
    what: 'A repeated callback becomes a second event.',
    file: 'domain/messages/receive-inbound.ts',
    from: '  const receipt = knownAs(facts, reception);\n',
    to: '  const receipt = undefined;\n  inbound.externalId += knownAs(facts, reception) ? app.monotonicNow() : "";\n',
  },
  'backward-status': {
    what: 'A late `delivered` replaces `read`.',
    file: 'domain/messages/message-status.ts',
    from: "delivered: ['queued', 'sent'],",
    to: "delivered: ['queued', 'sent', 'read'],",
  },
  'long-window': {
    what: 'The window is open for 30 hours.',
    file: 'domain/messages/window.ts',
    from: 'lastInboundAt + hours * MICROSECONDS.hour',
    to: 'lastInboundAt + (hours + 6) * MICROSECONDS.hour',
  },
  'short-window': {
    what: 'The window is open for 18 hours.',
    file: 'domain/messages/window.ts',
    from: 'lastInboundAt + hours * MICROSECONDS.hour',
    to: 'lastInboundAt + (hours - 6) * MICROSECONDS.hour',
  },
  'sends-to-blocked': {
    what: 'A free-form message to a blocked person is accepted.',
    file: 'domain/messages/require-message.ts',
    from: '  requireNotBlocked(facts, caller, recipient);\n',
    to: '',
  },
  'late-signature': {
    what: 'The signature contains the time in milliseconds.',
    file: 'outbound/signature.ts',
    from: 'const t = Math.floor(now / 1000)',
    to: 'const t = now',
  },
  'reads-a-file': {
    what: 'Accepting a message reads a file on another thread, at a time that the seed does not determine.',
    file: 'domain/messages/accept-message.ts',
    from: '  const stamp = app.monotonicNow();\n',
    to: "  const stamp = app.monotonicNow();\n  process.getBuiltinModule('node:fs').readFile('/', () => {});\n",
  },
  // People without a phone number.
  'user-id-as-number': {
    what: 'A user ID is sent in the field for phone numbers.',
    file: 'providers/whatsapp/body.ts',
    from: '{ recipient: message.person }',
    to: '{ to: message.person }',
  },
  'user-id-is-a-stranger': {
    what: 'A known user ID in a request is taken for another person.',
    file: 'domain/messages/recipient.ts',
    from: '    return own?.person ?? recipient;\n  }\n',
    to: '    return recipient;\n  }\n',
  },
  'username-stays': {
    what: 'A changed username is not stored.',
    file: 'domain/contacts/learn-sighting.ts',
    from: 'username === own.username || at <= own.namedAt',
    to: 'own.username !== null || at <= own.namedAt',
  },
  // Flows, campaigns and test keys.
  'flow-ignores-replies': {
    what: 'A reply does not stop a flow.',
    file: 'domain/flows/follow-inbound.ts',
    from: "  await stopRuns(tx, { accountId, ...which, reason: 'reply', at: app.monotonicNow() });\n",
    to: '',
  },
  'flow-ignores-quiet-hours': {
    what: 'A flow sends in its quiet hours.',
    file: 'domain/flows/quiet-hours.ts',
    from: '  if (!isQuiet) {',
    to: '  if (!isQuiet || true) {',
  },
  'test-messages-counted': {
    what: 'Statistics count messages of test keys.',
    file: 'store/reports/stats.ts',
    from: "db('messages')\n      .where({ account_id: accountId, is_test: false, ",
    to: "db('messages')\n      .where({ account_id: accountId, ",
  },
  'campaign-fails-without-token': {
    what: 'An expired token fails the messages of a campaign.',
    file: 'worker/messages/settle-send.ts',
    from: "refusesCampaign(reach) && reach !== 'template'",
    to: "refusesCampaign(reach) && reach === 'template'",
  },
  'new-number-unread': {
    what: 'A system message about a new number or user ID is ignored.',
    file: 'providers/whatsapp/sightings.ts',
    from: "return undefined;\n  }\n  const phone = phoneOf(inSystem('wa_id')",
    to: "return undefined;\n  }\n  if (inSystem('type') !== CHANGES[2]) return undefined;\n  const phone = phoneOf(inSystem('wa_id')",
  },
  'lists-stay-behind': {
    what: 'A person with a new number is no longer blocked or opted out.',
    file: 'store/people/join-people.ts',
    from: 'await list().where({ id: old.id }).update({ phone: to });',
    to: 'await list().where({ id: old.id }).delete();',
  },
  // Files.
  'upload-is-cut': {
    what: 'The provider gets only the beginning of a file.',
    file: 'http/request/form.ts',
    from: '      yield chunk;',
    to: '      yield chunk.subarray(0, 1000);',
  },
  'download-is-cut': {
    what: "Only the beginning of a customer's file can be downloaded.",
    file: 'domain/media/received-file.ts',
    from: ': null, chunk);',
    to: ': null, chunk.subarray(0, 1000));',
  },
  // Web chat.
  'visitor-repeats': {
    what: "A visitor's repeated message becomes a second message.",
    file: 'domain/web-chat/web-chat.ts',
    from: 'externalIdOf(visitor, draft.id)',
    to: 'externalIdOf(visitor, draft.id + Math.random())',
  },
  'page-repeats-history': {
    what: 'A page that connects again gets all messages again.',
    file: 'http/web-chat/stream.ts',
    from: 'after === undefined ? await historyOf',
    to: 'after !== 0 ? await historyOf',
  },
  'page-of-everyone': {
    what: "A visitor's page shows the messages of all visitors of the account.",
    file: 'store/web-chat/web-chat.ts',
    from: 'where({ account_id: accountId, conversation_id: conversationId }).whereNotNull',
    to: 'where({ account_id: accountId }).whereNotNull',
  },
};
