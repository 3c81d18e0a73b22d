import { type Command, Option } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';
import { withQuery } from '../../program/options/query-options.ts';

const loadTemplates = () => import('./templates.ts');

export function defineTemplates(templates: Command): void {
  const languageOption = () => new Option('--language <code>', 'language, if the template exists in several');
  apiCommand(
    withQuery(templates.command('list').description('list templates'), 'listTemplates'),
    'wigwag templates list --status APPROVED',
  ).action(runs(loadTemplates, 'listTemplates'));
  apiCommand(
    templates.command('get').description('show the parts of a template').argument('<name>').addOption(languageOption()),
    'wigwag templates get order_update',
  ).action(runs(loadTemplates, 'getTemplate'));
  apiCommand(
    templates
      .command('preview')
      .description('show a template as it appears on a phone')
      .argument('<name>')
      .addOption(languageOption())
      .option('--var <values...>', 'values for its variables, in order or as name=value (default: the sample values)'),
    'wigwag templates preview order_update --var Ada 4711',
  ).action(runs(loadTemplates, 'previewTemplate'));
}
