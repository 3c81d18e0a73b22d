import { type Accounts, createAccounts } from './context/accounts.ts';
import { type Calls, createCalls } from './context/calls.ts';
import { createClock, type TargetClock } from './context/clock.ts';
import { createDashboard, type Dashboard } from './context/dashboard.ts';
import { createPeople, type People } from './context/people.ts';
import { createProvider, type ProviderControls } from './context/provider.ts';
import type { SharedObject, SuiteSession } from './context/session.ts';
import { createWebhooks, type Webhooks } from './context/webhooks.ts';
import type { HostedFile } from './receiver.ts';
import { recordStep, type Step, withSteps } from './steps.ts';
import { BrokenConnection, Untestable } from './verdict.ts';

export type { CustomerMessage, WhatsAppUser } from './context/people.ts';
export type { SuiteSession } from './context/session.ts';

/** The tools of one case. A case that uses something that the target does not offer is untestable, with the reason. */
export interface CaseContext extends Accounts, Calls, TargetClock, Dashboard, People, ProviderControls, Webhooks {
  readonly session: SuiteSession;
  /** A text that is unique to the case. Names that contain it are unique. */
  readonly tag: string;
  /** Creates an object once, in a separate account, for several cases that only read it. */
  shared<T>(name: string, make: (t: CaseContext) => Promise<T>): Promise<T>;
  /** Returns the URL of a file that the target can fetch. */
  file(name: string, file: HostedFile): string;
}

/**
 * Returns the context of one case. If the target offers the control protocol, the case has a separate account.
 *
 * @param sharesAccount whether it uses an account together with other cases
 */
export function createContext(session: SuiteSession, sharesAccount = false): CaseContext {
  const tag = String(session.next());
  const accounts = createAccounts(session, sharesAccount);
  const clock = createClock(session);
  const calls = createCalls(session, accounts);
  /** Waits for a shared object, and adds its steps and responses to those of this case, which a failure shows. */
  const shown = async <T>({ steps, answers }: SharedObject<unknown>, made: Promise<T>): Promise<T> => {
    try {
      return await made;
    } finally {
      steps.forEach(recordStep);
      calls.answers.push(...answers);
    }
  };
  return {
    session,
    tag,
    ...accounts,
    ...clock,
    ...calls,
    ...createDashboard(session, accounts),
    ...createPeople(session, accounts),
    ...createProvider(session, accounts, clock),
    ...createWebhooks(session, accounts, clock),

    shared<T>(name: string, make: (t: CaseContext) => Promise<T>) {
      const existing = session.shared.get(name) as SharedObject<T> | undefined;
      if (existing) {
        return shown(existing, session.turn?.whileWaiting(() => existing.made) ?? existing.made);
      }
      const own = createContext(session);
      const steps: Step[] = [];
      const object: SharedObject<T> = { made: withSteps(steps, () => make(own)), steps, answers: own.answers };
      session.shared.set(name, object);
      object.made.catch((error: unknown) => {
        if (error instanceof BrokenConnection) {
          session.shared.delete(name); // the cases run again
        }
      });
      return shown(object, object.made);
    },

    file(name, file) {
      if (!session.control) {
        throw new Untestable('needs a target on this machine, which can fetch files from the suite');
      }
      return session.hooks.file(name, file);
    },
  };
}
