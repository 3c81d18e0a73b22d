/**
 * Adds deliveries to the queue of a rival, with `RIVAL fill DATABASE COUNT DATA`. Delivers them, with
 * `RIVAL work DATABASE URL AT_ONCE`.
 */
const [rival, step, database, first, second] = process.argv.slice(2);
const ACCOUNTS = 32;
const AT_A_TIME = 1_000;

function* batchesOf(count, data) {
  const createdAt = new Date().toISOString();
  for (let begun = 0; begun < count; begun += AT_A_TIME) {
    yield Array.from({ length: Math.min(AT_A_TIME, count - begun) }, (_, index) => {
      const number = begun + index;
      return { id: `whd_${number}`, event: 'message.status', account: 1 + (number % ACCOUNTS), data, createdAt };
    });
  }
}

const { fill, work } = await import(`./${rival}.mjs`);
if (step === 'fill') {
  await fill(database, batchesOf(Number(first), JSON.parse(second)));
  process.stdout.write('filled\n', () => process.exit());
} else {
  await work(database, { url: first, atOnce: Number(second) });
  process.stdout.write('ready\n');
}
