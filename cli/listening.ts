import { ListenError } from '@wigwag/server';

/** Says in one line which port could not be had. @throws {ListenError} */
export async function listening<T>(listen: () => Promise<T>, what: string, port: number): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new ListenError(`the port ${port} for the ${what} is in use; choose another one`);
    }
    throw error;
  }
}
