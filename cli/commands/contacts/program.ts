import type { Command } from 'commander';
import { apiCommand, listCommand, runs } from '../../program/options/frame.ts';
import { channelOption } from '../../program/options/options.ts';
import { withQuery } from '../../program/options/query-options.ts';

/** Adds the options of a contact's fields. */
const contactFields = (command: Command): Command =>
  command
    .option('--name <name>', 'name of the person')
    .option('--email <address>', 'e-mail address')
    .option('--display-name <name>', 'name that the channel shows')
    .option('--username <name>', 'handle on the channel');

export function defineContacts(contacts: Command): void {
  const load = () => import('./contacts.ts');
  const about = (name: string, description: string) =>
    contacts
      .command(name)
      .description(description)
      .argument('<phone>', 'phone number in any format, or the from.id of an event');
  listCommand(
    withQuery(contacts.command('list').description('list contacts'), 'listContacts'),
    'wigwag contacts list --search ada',
    'wigwag contacts list --all --output csv > contacts.csv',
  ).action(runs(load, 'listContacts'));
  apiCommand(about('get', 'show a contact'), 'wigwag contacts get "0555 111 22 33"').action(runs(load, 'getContact'));
  apiCommand(
    contactFields(about('create', 'create a contact, or update the contact with this number or ID')),
    'wigwag contacts create 905551112233 --name "Ada Lovelace" --email ada@example.com',
  ).action(runs(load, 'createContact'));
  apiCommand(
    contactFields(about('update', 'change fields of a contact')),
    'wigwag contacts update 905551112233 --name Ada',
  ).action(runs(load, 'updateContact'));
  apiCommand(
    contacts
      .command('window')
      .description('show which messages a person can receive now')
      .argument('<recipient>', 'a phone number, or the from.id of an event')
      .addOption(channelOption('channel (default: whatsapp)')),
    'wigwag contacts window 905551112233',
    'wigwag contacts window 905551112233 --jq .can_send.session_message',
  ).action(runs(load, 'showWindow'));
}
