/*
 * Creates the account under load with an earlier release, whose `set-up.ts` is at the URL in the first argument. The other
 * arguments are the address of the database, the secret key, the mock's URL and credentials, and the webhook's address.
 * Prints the account.
 */
const [, , program = '', databaseUrl = '', secretKey = '', mockUrl = '', credentials = '', webhookUrl = ''] =
  process.argv;
const { setUp } = await import(program);
const mock = {
  credentials: JSON.parse(credentials),
  control: async (method: string, path: string) => (await fetch(`${mockUrl}/_mock/${path}`, { method })).json(),
};
console.log(JSON.stringify(await setUp(databaseUrl, secretKey, mock, webhookUrl)));
process.exit(0);
