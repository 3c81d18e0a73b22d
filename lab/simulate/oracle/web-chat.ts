import type { FinalState } from './final-state.ts';
import type { Ledger } from './ledger.ts';
import type { ApiSend, VisitorPage } from './records.ts';

/** Compares what the pages of visitors showed with what visitors and accounts wrote (§1, web-channel, web-statuses). */
export function checkWebChat(ledger: Ledger, final: FinalState): void {
  const owners = new Map<string, { account: number; visitor: string }>();
  for (const { account, channel, person, text } of ledger.inbound.filter((one) => one.channel === 'web')) {
    owners.set(`in ${channel} ${text}`, { account, visitor: person });
  }
  for (const { account, to, token } of ledger.outbound.filter(({ channel }) => channel === 'web')) {
    owners.set(`out web ${token}`, { account, visitor: to });
  }
  for (const { account, page } of ledger.pages.all) {
    for (const { direction, text } of page.messages) {
      const owner = owners.get(`${direction} web ${text}`);
      if (owner?.account !== account || owner.visitor !== page.visitor) {
        ledger.problem(`tenancy: the page of ${page.visitor} of account ${account} shows "${text}" of another visitor`);
      }
    }
    const whole = final.pages.find(({ visitor }) => visitor === page.visitor);
    if (whole) {
      checkSlice(ledger, account, page, whole);
    }
  }
  for (const page of final.pages) {
    checkDrafts(ledger, page);
  }
  for (const send of ledger.outbound.filter(({ channel }) => channel === 'web')) {
    checkWebSend(ledger, send, final);
  }
}

/** Every page shows its messages in the order of the page that was loaded at the end, and leaves none out. */
function checkSlice(ledger: Ledger, account: number, page: VisitorPage, whole: VisitorPage): void {
  const [first] = page.messages;
  const start = whole.messages.findIndex(({ id }) => id === first?.id);
  const wrong = page.messages.findIndex(({ id }, index) => whole.messages[start + index]?.id !== id);
  if (wrong >= 0) {
    const shown = page.messages[wrong]?.text;
    const expected = whole.messages[start + wrong]?.text;
    ledger.problem(
      `lost: a page of ${page.visitor} of account ${account} showed "${shown}" where there was "${expected}"`,
    );
  }
}

/** A visitor's page shows each accepted message of the visitor once, in the order in which they were written. */
function checkDrafts(ledger: Ledger, { visitor, messages }: VisitorPage): void {
  const shown = messages.filter(({ direction }) => direction === 'in').map(({ text }) => text);
  const written = ledger.inbound.filter(({ channel, person }) => channel === 'web' && person === visitor);
  for (const { text } of written.filter(({ isAccepted }) => isAccepted)) {
    if (!shown.includes(text)) {
      ledger.problem(`lost: "${text}" of ${visitor} was accepted, but the visitor's page does not show it`);
    }
  }
  const order = written.map(({ text }) => text).filter((text) => shown.includes(text));
  if (JSON.stringify(order) !== JSON.stringify(shown)) {
    ledger.problem(`order: the page of ${visitor} shows ${shown.join(', ')} instead of ${order.join(', ')}`);
  }
}

/** A message to a visitor is on the page once, and has the status that a page has reported. */
function checkWebSend(ledger: Ledger, { account, to, token, ids }: ApiSend, { pages, messages }: FinalState): void {
  const page = pages.find(({ visitor }) => visitor === to);
  const count = page?.messages.filter(({ direction, text }) => direction === 'out' && text === token).length;
  if (count !== undefined && count > 1) {
    ledger.problem(`doubled: the page of ${to} shows ${token} ${count} times`);
  }
  for (const id of ids) {
    const status = messages.get(id)?.status;
    const reported = ledger.pages.reportedAs(account, id);
    if (status === undefined || status === 'queued' || status === 'failed') {
      ledger.problem(`lost: ${token} to ${to} was accepted as ${id} and is ${status ?? 'unknown'}`);
    } else if (count === 0) {
      ledger.problem(`lost: ${token} is ${status}, but the page of ${to} does not show it`);
    } else if (reported !== undefined && status !== 'read' && status !== reported) {
      ledger.problem(`status: ${token} is ${status}, but a page of ${to} reported that it is ${reported}`);
    }
  }
}
