import { ListenError } from '@wigwag/server';

/** Says in one line which port could not be had, and with which option to choose another. @throws {ListenError} */
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
