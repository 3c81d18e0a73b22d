import { type Command, Option } from 'commander';
import { apiCommand, listCommand, localCommand, runs } from '../../program/options/frame.ts';
import { positive } from '../../program/options/options.ts';
import { withQuery } from '../../program/options/query-options.ts';

const load = () => import('./flows.ts');
const loadFile = () => import('./flow-file.ts');

const fileOption = () => new Option('-f, --file <file>', 'JSON or YAML file; - reads stdin').makeOptionMandatory();

export function defineFlows(flows: Command): void {
  const about = (name: string, description: string) =>
    flows.command(name).description(description).argument('<id>', 'ID from `wigwag flows list`', positive);
  localCommand(
    flows
      .command('init')
      .description('write an example flow to start from')
      .argument('[file]', 'file to write', 'flow.yaml')
      .option('--force', 'overwrite an existing file'),
    'wigwag flows init promo.yaml',
  ).action(runs(loadFile, 'initFlow'));
  localCommand(
    flows.command('validate').description('check a flow file without a server').addOption(fileOption()),
    'wigwag flows validate -f promo.yaml',
  ).action(runs(loadFile, 'validateFlow'));
  apiCommand(
    flows.command('create').description('create a flow from a file').addOption(fileOption()),
    'wigwag flows create -f promo.yaml',
  ).action(runs(load, 'createFlow'));
  listCommand(
    withQuery(flows.command('list').description('list flows'), 'listFlows', ['is_active'])
      .addOption(new Option('--active', 'only published flows').conflicts('inactive'))
      .option('--inactive', 'only unpublished flows'),
    'wigwag flows list --active',
  ).action(runs(load, 'listFlows'));
  const get = apiCommand(
    about('get', 'show a flow with its steps; --output yaml prints a file for `update` and `create`'),
    'wigwag flows get 12',
    'wigwag flows get 12 --output yaml > flow.yaml',
  ).action(runs(load, 'getFlow'));
  get.options.find(({ long }) => long === '--output')?.choices(['table', 'json', 'jsonl', 'csv', 'yaml']);
  apiCommand(
    about('update', 'change the fields of a flow that a file contains; `steps` replaces all steps').addOption(
      fileOption(),
    ),
    'wigwag flows update 12 -f promo.yaml',
  ).action(runs(load, 'updateFlow'));
  apiCommand(
    about('delete', 'delete a flow').option('--force', 'also delete its runs'),
    'wigwag flows delete 12 --force',
  ).action(runs(load, 'deleteFlow'));
  apiCommand(about('activate', 'publish a flow'), 'wigwag flows activate 12').action(runs(load, 'activateFlow'));
  apiCommand(about('deactivate', 'unpublish a flow'), 'wigwag flows deactivate 12').action(
    runs(load, 'deactivateFlow'),
  );
  listCommand(
    withQuery(about('runs', 'list the people in a flow and their step'), 'listFlowRuns'),
    'wigwag flows runs 12 --status running',
  ).action(runs(load, 'listRuns'));
  apiCommand(about('stats', 'show how many people reached each step'), 'wigwag flows stats 12').action(
    runs(load, 'showFlowStats'),
  );
  apiCommand(
    about('test', 'send all steps immediately to a person who wrote within the last 24 hours').requiredOption(
      '--to <phone>',
      'phone number',
    ),
    'wigwag flows test 12 --to 905551112233',
  ).action(runs(load, 'testFlow'));
}
