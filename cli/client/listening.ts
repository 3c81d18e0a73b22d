import { ListenError } from '@wigwag/server';

/** Runs `listen`. @throws {ListenError} if the port is in use; it names the port and the option that changes it */
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
