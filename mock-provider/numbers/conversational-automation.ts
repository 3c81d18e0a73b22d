import type { Endpoint } from '../graph/endpoint.ts';
import { list, object, text } from '../graph/graph-request.ts';
import { flagOf, invalid, requireNumber, SUCCESS } from '../graph/require.ts';
import { partOf } from '../world/part-of.ts';
import type { Json, State } from '../world/state.ts';

const MAX_PROMPTS = 4;
const MAX_COMMANDS = 30;
const MAX_PROMPT_LENGTH = 80;
const MAX_DESCRIPTION_LENGTH = 256;
const COMMAND = /^\w{1,32}$/;

const automations = partOf(() => new Map<string, Json>());

/** The field `conversational_automation` of a number; undefined if it has none. */
export function automationOf(state: State, id: string): Json | undefined {
  return automations(state).get(id);
}

/** POST /{phone_number_id}/conversational_automation: ice breakers and commands. GET reads them from the number. */
export const conversationalAutomation: Endpoint = (world, graph) => {
  const { id } = requireNumber(world, graph);
  const welcome = flagOf(graph, 'enable_welcome_message');
  const prompts = list(graph.body.prompts).map(String);
  const commands = list(graph.body.commands).map(object);
  if (prompts.length > MAX_PROMPTS) {
    throw invalid(`Too many prompts provided. Maximum allowed is ${MAX_PROMPTS}`);
  }
  if (prompts.some((one) => one.length > MAX_PROMPT_LENGTH)) {
    throw invalid(`Prompt text exceeds maximum length of ${MAX_PROMPT_LENGTH} characters`);
  }
  if (commands.length > MAX_COMMANDS) {
    throw invalid(`Too many commands provided. Maximum allowed is ${MAX_COMMANDS}`);
  }
  for (const { command_name, command_description } of commands) {
    if (!COMMAND.test(text(command_name) ?? '')) {
      throw invalid(
        'Invalid command name format. Command names must contain only alphanumeric characters and underscores',
      );
    }
    const description = text(command_description) ?? '';
    if (description === '' || description.length > MAX_DESCRIPTION_LENGTH) {
      throw invalid(`Param command_description must have 1 to ${MAX_DESCRIPTION_LENGTH} characters.`);
    }
  }
  const names = commands.map(({ command_name }) => String(command_name));
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined) {
    throw invalid(`Command names must be unique. Duplicate command name found: ${repeated}`);
  }
  automations(world.state).set(id, {
    id,
    enable_welcome_message: welcome ?? automationOf(world.state, id)?.enable_welcome_message ?? false,
    prompts,
    commands,
  });
  return SUCCESS;
};
