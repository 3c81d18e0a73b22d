import { Box, Static, Text, useWindowSize } from 'ink';
import type { DemoStep } from '../../demo/script.ts';
import { wrapped } from '../../output/table.ts';
import { Spinner } from '../parts/Spinner.tsx';

const COLOURS = { wigwag: 'cyan', customer: 'yellow', you: 'green', webhook: 'magenta' } as const;
const WIDEST = 8;

/** Shows one finished step of the demo. */
function StepLine({ step, columns }: { step: DemoStep; columns: number }) {
  return (
    <Box>
      <Box width={WIDEST + 2} flexShrink={0}>
        <Text color={COLOURS[step.who]} bold>
          {step.who.padEnd(WIDEST)}
        </Text>
      </Box>
      <Text>{wrapped(step.text, columns - WIDEST - 2).join('\n')}</Text>
    </Box>
  );
}

/** Shows the running demo: finished steps scroll away, and the current step has a spinner below them. */
export function DemoScreen({ steps, running }: { steps: readonly DemoStep[]; running: boolean }) {
  const finished = steps.filter((step) => !step.pending);
  const last = steps.at(-1);
  const { columns } = useWindowSize();
  return (
    <>
      {/* Without an explicit width the text would extend past the edge of the terminal. */}
      <Static items={[...finished]} style={{ width: '100%' }}>
        {(step) => <StepLine key={finished.indexOf(step)} step={step} columns={columns} />}
      </Static>
      {running ? <Spinner label={last?.pending ? last.text : 'waiting for the next event ...'} /> : null}
    </>
  );
}
