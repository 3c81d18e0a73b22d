import { type Command, Option } from 'commander';
import { apiCommand, runs } from '../../program/options/frame.ts';

export function defineApi(api: Command): void {
  apiCommand(
    api
      .argument('<method>', 'GET, POST, PATCH or DELETE')
      .argument('<path>', 'path below /api/v1, such as /contacts?limit=5')
      .addOption(
        new Option('-d, --data <json>', 'the request body as JSON; @FILE reads a file, - reads stdin').conflicts(
          'field',
        ),
      )
      .option(
        '-f, --field <fields...>',
        'fields of the body, or of the query for GET and DELETE, as name=value or name:=JSON',
      )
      .option('-H, --header <headers...>', 'request headers, each as "Name: value"')
      .option('--paginate', 'load every page of a list, and print its records'),
    'wigwag api GET /contacts -f limit=5',
    'wigwag api POST /messages -f to=905551112233 text=Hello',
    "wigwag api GET /conversations --jq '.data.conversations[].phone'",
    'wigwag api GET /contacts --paginate --jsonl',
  ).action(runs(() => import('./api.ts'), 'callApi'));
}
