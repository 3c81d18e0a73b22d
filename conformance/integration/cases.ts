import { INTEGRATION } from '../clauses.ts';
import { callbackCases } from './callback-cases.ts';
import { contentCases } from './content-cases.ts';
import type { Declare, IntegrationCase } from './context.ts';
import { pageCases } from './page-cases.ts';
import { peopleCases } from './people-cases.ts';
import { reportCases } from './report-cases.ts';
import { sendingCases } from './sending-cases.ts';

/** Every case of the judge of integrations. */
export const INTEGRATION_CASES: IntegrationCase[] = [];

const declare: Declare = (id, run, phase = 'any') => {
  if (!INTEGRATION.clauses.has(id)) {
    throw new Error(`a case names ${id}, which clauses/integration/ does not list`);
  }
  INTEGRATION_CASES.push({ name: id, clauses: [id], phase, run });
};
callbackCases(declare);
contentCases(declare);
pageCases(declare);
reportCases(declare);
peopleCases(declare);
sendingCases(declare);
