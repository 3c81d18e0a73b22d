import { Wigwag, type WigwagOptions } from '@wigwag/sdk';
import { UsageError } from '../program/errors/errors.ts';

/** Returns a client. @throws {UsageError} if a variable of the SDK is wrong, such as WIGWAG_LOG */
export function createClient(options: WigwagOptions): Wigwag {
  try {
    return new Wigwag(options);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
