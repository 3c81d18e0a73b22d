import { type Command, Option } from 'commander';
import { withExamples } from '../../program/options/frame.ts';
import { allowedHostsOption, baseUrlOption, port } from '../../program/options/options.ts';

export function defineMcp(mcp: Command): void {
  mcp
    .option('--dev', 'serve a local server with a mock of Meta, in memory')
    .option('--allow-sends', 'send without the confirm argument')
    .option('--live', 'allow a live key, which writes to real people')
    .option('--http', 'serve streamable HTTP on this machine instead of stdio')
    .addOption(new Option('--port <port>', 'port for --http; 0 picks a free one').argParser(port).default(3003))
    .addOption(allowedHostsOption())
    .option('--profile <name>', 'use the server and key of this profile (or WIGWAG_PROFILE)')
    .addOption(baseUrlOption())
    .action(async (flags) => (await import('./mcp.ts')).runMcp(flags));
  withExamples(mcp, 'wigwag mcp --dev', 'WIGWAG_API_KEY=ww_test_... wigwag mcp', 'wigwag mcp --dev --http --port 3003');
}
