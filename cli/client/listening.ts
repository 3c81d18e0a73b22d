import { ListenError } from '@wigwag/server';

/** Names the port that is in use and the option that changes it, in one line. @throws {ListenError} */
export async function listening<T>(
  listen: () => Promise<T>,
  { what, port, option }: { what: string; port: number; option: string },
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    const { code, cause } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || (cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE') {
      throw new ListenError(`the port ${port} for the ${what} is in use; choose another one with ${option}`);
    }
    throw error;
  }
}
