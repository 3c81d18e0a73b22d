import { type Command, Option } from 'commander';
import { apiCommand, listCommand, localCommand, orderOption, runs } from '../../program/frame.ts';
import { positive } from '../../program/options.ts';

const load = () => import('./flows.ts');
const loadFile = () => import('./flow-file.ts');

const fileOption = () => new Option('-f, --file <file>', 'JSON or YAML; - reads stdin').makeOptionMandatory();

export function defineFlows(flows: Command): void {
  const about = (name: string, description: string) =>
    flows.command(name).description(description).argument('<id>', 'see `wigwag flows list`', positive);
  localCommand(
    flows
      .command('init')
      .description('write an example of a flow to start from')
      .argument('[file]', 'where to', 'flow.yaml')
      .option('--force', 'write over a file that is there'),
    'wigwag flows init promo.yaml',
  ).action(runs(loadFile, 'initFlow'));
  localCommand(
    flows.command('validate').description('check a flow without a server').addOption(fileOption()),
    'wigwag flows validate -f promo.yaml',
  ).action(runs(loadFile, 'validateFlow'));
  apiCommand(
    flows.command('create').description('save a flow').addOption(fileOption()),
    'wigwag flows create -f promo.yaml',
  ).action(runs(load, 'createFlow'));
  listCommand(
    flows
      .command('list')
      .description('list flows')
      .addOption(new Option('--active', 'only published ones').conflicts('inactive'))
      .option('--inactive', 'only those that are not')
      .addOption(new Option('--template-id <id>', 'only those of this template').argParser(positive))
      .addOption(orderOption()),
    'wigwag flows list --active',
  ).action(runs(load, 'listFlows'));
  apiCommand(about('get', 'show a flow with its steps'), 'wigwag flows get 12').action(runs(load, 'getFlow'));
  apiCommand(
    about('update', 'change what the file holds; steps are replaced as a whole').addOption(fileOption()),
    'wigwag flows update 12 -f promo.yaml',
  ).action(runs(load, 'updateFlow'));
  apiCommand(
    about('delete', 'delete a flow').option('--force', 'with its runs'),
    'wigwag flows delete 12 --force',
  ).action(runs(load, 'deleteFlow'));
  apiCommand(about('activate', 'publish a flow'), 'wigwag flows activate 12').action(runs(load, 'activateFlow'));
  apiCommand(about('deactivate', 'take a flow back'), 'wigwag flows deactivate 12').action(
    runs(load, 'deactivateFlow'),
  );
  listCommand(
    about('runs', 'list who is in a flow, and where')
      .addOption(new Option('--status <status>', 'only these').choices(['running', 'done', 'stopped']))
      .option('--phone <phone>', 'only this person')
      .addOption(orderOption()),
    'wigwag flows runs 12 --status running',
  ).action(runs(load, 'listRuns'));
  apiCommand(about('stats', 'draw how far people came'), 'wigwag flows stats 12').action(runs(load, 'showFlowStats'));
  apiCommand(
    about('test', 'send all steps at once to a number that wrote within 24 hours').requiredOption(
      '--to <phone>',
      'the number',
    ),
    'wigwag flows test 12 --to 905551112233',
  ).action(runs(load, 'testFlow'));
}
