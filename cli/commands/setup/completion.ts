import { quoted } from '@wigwag/server/shell-word';
import type { Command } from 'commander';
import { UsageError } from '../../program/errors.ts';

/** What can follow one command. */
interface Place {
  /** The words of the command, without `wigwag`. */
  path: string;
  commands: { name: string; description: string }[];
  options: { name: string; description: string; choices: string[] }[];
}

/** `wigwag completion`: prints a script that knows every command and option. @throws {UsageError} for another shell */
export async function printCompletion(shell: string, createTree: () => Promise<Command>): Promise<void> {
  const script = SCRIPTS[shell];
  if (!script) {
    throw new UsageError(`there are completions for ${Object.keys(SCRIPTS).join(', ')}, but not for ${shell}`);
  }
  process.stdout.write(script(placesOf(await createTree())));
}

function placesOf(command: Command, path: string[] = []): Place[] {
  const options = command.options
    .filter((option) => !option.hidden)
    .map((option) => ({
      name: option.long ?? option.short ?? '',
      description: option.description,
      choices: option.argChoices ?? [],
    }));
  return [
    {
      path: path.join(' '),
      commands: command.commands.map((inner) => ({ name: inner.name(), description: inner.description() })),
      options: [...options, { name: '--help', description: 'show help', choices: [] }],
    },
    ...command.commands.flatMap((inner) => placesOf(inner, [...path, inner.name()])),
  ];
}

const wordsOf = ({ commands, options }: Place): string => [...commands, ...options].map(({ name }) => name).join(' ');

/** The commands below the root, for `case`. */
const inner = (places: Place[]): Place[] => places.filter(({ path }) => path !== '');

const choicesOf = (places: Place[]) =>
  places.flatMap(({ path, options }) =>
    options
      .filter(({ choices }) => choices.length > 0)
      .map(({ name, choices }) => ({ path, name, choices: choices.join(' ') })),
  );

/** Returns a loop that follows the words of the line while they are commands. */
const walk = (places: Place[], words: string): string => `
  local place='' word
  for word in ${words}; do
    case "\${place:+$place }$word" in
      ${inner(places)
        .map(({ path }) => quoted(path))
        .join('|')}) place="\${place:+$place }$word" ;;
    esac
  done`;

const SCRIPTS: Record<string, (places: Place[]) => string> = {
  bash: (places) => `# Completions of wigwag for bash, made by \`wigwag completion bash\`.
_wigwag() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"${walk(places, `"\${COMP_WORDS[@]:1:COMP_CWORD-1}"`)}
  case "$place $previous" in
${choicesOf(places)
  .map(
    ({ path, name, choices }) =>
      `    ${quoted(`${path} ${name}`)}) COMPREPLY=($(compgen -W ${quoted(choices)} -- "$current")); return ;;`,
  )
  .join('\n')}
  esac
  case "$place" in
${places.map((place) => `    ${quoted(place.path)}) COMPREPLY=($(compgen -W ${quoted(wordsOf(place))} -- "$current")) ;;`).join('\n')}
  esac
}
complete -o default -F _wigwag wigwag
`,

  zsh: (places) => `#compdef wigwag
# Completions of wigwag for zsh, made by \`wigwag completion zsh\`.
_wigwag() {
  local -a known${walk(places, `"\${(@)words[2,CURRENT-1]}"`)}
  case "$place \${words[CURRENT-1]}" in
${choicesOf(places)
  .map(({ path, name, choices }) => `    ${quoted(`${path} ${name}`)}) compadd -- ${choices}; return ;;`)
  .join('\n')}
  esac
  case "$place" in
${places
  .map(({ path, commands, options }) => {
    const described = [...commands, ...options].map(({ name, description }) =>
      quoted(`${name.replaceAll(':', '\\:')}:${description}`),
    );
    return `    ${quoted(path)}) known=(${described.join(' ')}) ;;`;
  })
  .join('\n')}
  esac
  _describe wigwag known || _files
}
if [ "$funcstack[1]" = "_wigwag" ]; then _wigwag "$@"; else compdef _wigwag wigwag; fi
`,

  fish: (places) => `# Completions of wigwag for fish, made by \`wigwag completion fish\`.
function __wigwag_place
  set -l place ''
  for word in (commandline -opc)[2..]
    set -l next (string trim "$place $word")
    contains -- $next ${inner(places)
      .map(({ path }) => quoted(path))
      .join(' ')}; and set place $next
  end
  test "$place" = "$argv"
end
complete -c wigwag -f -n '__wigwag_place ""'
${places
  .flatMap(({ path, commands, options }) => [
    ...commands.map(
      ({ name, description }) =>
        `complete -c wigwag -f -n ${quoted(`__wigwag_place "${path}"`)} -a ${name} -d ${quoted(description)}`,
    ),
    ...options.map(
      ({ name, description, choices }) =>
        `complete -c wigwag -n ${quoted(`__wigwag_place "${path}"`)} -l ${name.replace(/^--/, '')} -d ${quoted(description)}${
          choices.length > 0 ? ` -x -a ${quoted(choices.join(' '))}` : ''
        }`,
    ),
  ])
  .join('\n')}
`,
};
