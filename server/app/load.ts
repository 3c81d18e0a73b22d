/** Returns the recent load of this process: 0 means idle, 1 means busy without a pause. */
export type LoadMeter = () => number;

/** The shortest time span for a meaningful measurement, in milliseconds. */
const SPAN = 100;

export function createLoadMeter(): LoadMeter {
  let began = performance.now();
  let before = performance.eventLoopUtilization();
  let load = 0;
  return () => {
    const now = performance.now();
    if (now - began >= SPAN) {
      const current = performance.eventLoopUtilization();
      load = performance.eventLoopUtilization(current, before).utilization;
      before = current;
      began = now;
    }
    return load;
  };
}
