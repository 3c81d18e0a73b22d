import { type Command, Option } from 'commander';
import { withExamples } from '../../program/options/frame.ts';
import {
  accountOption,
  baseUrlOption,
  channelOption,
  eventsOption,
  httpUrl,
  httpUrls,
  noColorOption,
  port,
} from '../../program/options/options.ts';
import type { ListenFlags } from './listen.ts';

export function defineListen(listen: Command): void {
  listen
    .addOption(eventsOption())
    .addOption(channelOption('only this channel'))
    .option('--last-event-id <id>', 'resume after this event; 0 starts with the oldest stored event')
    .option('--profile <name>', 'use the server and key of this profile (or WIGWAG_PROFILE)')
    .addOption(baseUrlOption())
    .option('--receive', 'start a local webhook receiver and verify the signature of each delivery')
    .option(
      '--endpoint [url]',
      'receive as a webhook endpoint of the account until this command ends; the URL is a public https address that leads to the receiver (default: its own address, which `wigwag dev` reaches)',
      httpUrl,
    )
    .option('--endpoint-filter <expression>', 'send to the endpoint only events for which this CEL expression is true')
    .addOption(accountOption('account of the endpoint'))
    .option('--port <port>', 'port of the receiver (default: 4000); 0 picks a free one', port)
    .option(
      '--forward-to <urls...>',
      'forward each event to these addresses, signed the way the server signs',
      httpUrls,
    )
    .option('--skip-verify', 'forward to https addresses without verifying their certificates')
    .option(
      '--filter <words>',
      'show only events whose line contains all these words; name=value (status=failed) matches a field',
    )
    .addOption(
      new Option('--print <form>', 'print lines or JSON instead of drawing a screen').choices(['lines', 'json']),
    )
    .addOption(new Option('--json', 'same as --print json').conflicts('print'))
    .addOption(noColorOption())
    .action(async (flags: ListenFlags) => (await import('./listen.ts')).runListen(flags));
  withExamples(
    listen,
    'wigwag listen',
    'wigwag listen --forward-to localhost:8080/webhooks',
    'wigwag listen --filter "status=failed" --print json',
    'WIGWAG_SIGNING_SECRET=whsec_... wigwag listen --receive --port 4000',
    `wigwag listen --endpoint --events message.received --endpoint-filter 'channel == "web"'`,
    'wigwag listen --endpoint https://abc.tunnel.example --port 4000',
  );
}
