import type { Command } from 'commander';
import type { ListenFlags } from '../commands/listen.ts';
import { withExamples } from '../frame.ts';
import { baseUrlOption, channelOption, eventsOption, port } from '../options.ts';

export function defineListen(listen: Command): void {
  listen
    .addOption(eventsOption())
    .addOption(channelOption('only this one'))
    .option('--last-event-id <id>', 'go on behind this event; 0 begins with the oldest that is kept')
    .addOption(baseUrlOption())
    .option('--receive', 'be a local receiver that webhooks are sent to, and verify the signature of each')
    .option('--port <port>', 'of the receiver (default 4000); 0 for any free one', port)
    .option('--json', 'print one line of JSON for each')
    .action(async (flags: ListenFlags) => (await import('../commands/listen.ts')).runListen(flags));
  withExamples(
    listen,
    'wigwag listen',
    'wigwag listen --json --events message.received',
    'WIGWAG_SIGNING_SECRET=whsec_... wigwag listen --receive --port 4000',
  );
}
