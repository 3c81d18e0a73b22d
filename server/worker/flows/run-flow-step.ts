import { flowStep } from '../../domain/flows/run-flow-step.ts';
import type { Task } from '../task.ts';

/** Sends the step that is due in a person's run of a flow, and schedules the next one. */
export const runFlowStep: Task = (app, task) => app.store.batch(flowStep, { app, task });
