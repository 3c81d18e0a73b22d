import type { Command } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';

export function defineMedia(media: Command): void {
  apiCommand(
    media
      .command('upload')
      .description('upload a file for WhatsApp; the ID is valid for 30 days')
      .argument('<file>', 'an image, video, audio file or document')
      .option('--filename <name>', 'file name that the recipient sees (default: the name of the file)')
      .option('--connection <id>', 'upload for this connection'),
    'wigwag media upload invoice.pdf',
    'wigwag media upload invoice.pdf --jq .id',
  ).action(runs(() => import('./media.ts'), 'uploadMedia'));
}
