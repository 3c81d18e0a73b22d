import { type Command, Option } from 'commander';
import { withExamples } from '../../program/frame.ts';
import { baseUrlOption, channelOption, eventsOption, httpUrls, noColorOption, port } from '../../program/options.ts';
import type { ListenFlags } from './listen.ts';

export function defineListen(listen: Command): void {
  listen
    .addOption(eventsOption())
    .addOption(channelOption('only this one'))
    .option('--last-event-id <id>', 'go on behind this event; 0 begins with the oldest that is kept')
    .option('--profile <name>', 'server and key of this profile (or WIGWAG_PROFILE)')
    .addOption(baseUrlOption())
    .option('--receive', 'be a local receiver that webhooks are sent to, and verify the signature of each')
    .option('--port <port>', 'of the receiver (default 4000); 0 for any free one', port)
    .option('--forward-to <urls...>', 'pass each event on to these addresses, signed as the server signs', httpUrls)
    .option('--filter <words>', 'only events with all these words in their line; status=failed compares a field')
    .addOption(new Option('--print <form>', 'instead of the screen of a terminal').choices(['lines', 'json']))
    .addOption(new Option('--json', 'the same as --print json').conflicts('print'))
    .addOption(noColorOption())
    .action(async (flags: ListenFlags) => (await import('./listen.ts')).runListen(flags));
  withExamples(
    listen,
    'wigwag listen',
    'wigwag listen --forward-to http://127.0.0.1:8080/webhooks',
    'wigwag listen --filter "status=failed" --print json',
    'WIGWAG_SIGNING_SECRET=whsec_... wigwag listen --receive --port 4000',
  );
}
