import { Text, useAnimation } from 'ink';

const FRAMES = '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏';

/** Shows that work is in progress. */
export function Spinner({ label }: { label: string }) {
  const { frame } = useAnimation({ interval: 80 });
  return (
    <Text>
      <Text color="blue">{FRAMES[frame % FRAMES.length]}</Text> {label}
    </Text>
  );
}
