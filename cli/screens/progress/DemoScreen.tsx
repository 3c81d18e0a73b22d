import { Box, Static, Text } from 'ink';
import type { DemoStep } from '../../demo/script.ts';
import { Spinner } from '../parts/Spinner.tsx';

const COLOURS = { wigwag: 'cyan', customer: 'yellow', you: 'green', webhook: 'magenta' } as const;
const WIDEST = 8;

/** Shows one finished step of the demo. */
function StepLine({ step }: { step: DemoStep }) {
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

/** Shows the running demo: finished steps scroll away, and the current step has a spinner below them. */
export function DemoScreen({ steps, running }: { steps: readonly DemoStep[]; running: boolean }) {
  const finished = steps.filter((step) => !step.pending);
  const last = steps.at(-1);
  return (
    <>
      {/* Without an explicit width the text would extend past the edge of the terminal. */}
      <Static items={[...finished]} style={{ width: '100%' }}>
        {(step) => <StepLine key={finished.indexOf(step)} step={step} />}
      </Static>
      {running ? <Spinner label={last?.pending ? last.text : 'waiting for the next event ...'} /> : null}
    </>
  );
}
