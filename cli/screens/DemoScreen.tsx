import { Spinner } from '@inkjs/ui';
import { Box, Static, Text } from 'ink';
import type { Step } from '../demo/script.ts';

const COLOURS = { wigwag: 'cyan', customer: 'yellow', you: 'green', webhook: 'magenta' } as const;
const WIDEST = 8;

/** One finished step of the demo. */
function StepLine({ step }: { step: Step }) {
  return (
    <Box>
      <Box width={WIDEST + 2} flexShrink={0}>
        <Text color={COLOURS[step.who]} bold>
          {step.who.padEnd(WIDEST)}
        </Text>
      </Box>
      <Text>{step.text}</Text>
    </Box>
  );
}

/** The demo as it happens: finished steps scroll away, what is going on spins below them. */
export function DemoScreen({ steps, running }: { steps: readonly Step[]; running: boolean }) {
  const finished = steps.filter((step) => !step.pending);
  const last = steps.at(-1);
  return (
    <>
      {/* Without a width of its own it would be laid out past the edge of the terminal. */}
      <Static items={[...finished]} style={{ width: '100%' }}>
        {(step) => <StepLine key={finished.indexOf(step)} step={step} />}
      </Static>
      {running ? <Spinner label={last?.pending ? last.text : 'waiting for the next event ...'} /> : null}
    </>
  );
}
