import { type DemoStep, playDemo, type Show } from '../../demo/script.ts';

/** `wigwag demo`: plays conversations and then ends. */
export async function runDemo(): Promise<void> {
  if (!process.stdout.isTTY) {
    await playDemo(printLine);
    return;
  }
  const { showDemoScreen } = await import('../../screens/progress/show-demo.tsx');
  await showDemoScreen(playDemo);
}

const printLine: Show = ({ who, text }: DemoStep) => {
  process.stdout.write(`${who.padEnd(9)} ${text}\n`);
};
