// A separate module, because bundlers then insert the values of these constants.

/** Milliseconds before the first reconnection. */
export const FIRST_RETRY = 1_000;
/** The longest wait that the client chooses. */
export const LONGEST_RETRY = 10_000;
/** The minimum, even if a server requests less. */
export const SHORTEST_RETRY = 100;
/** The maximum, even if a server requests more. */
export const LONGEST_WAIT = 300_000;
/** Milliseconds of silence allowed before the server has announced its heartbeat interval. */
export const FIRST_SILENCE = 30_000;
/** A server that misses this many heartbeats is considered dead. */
export const SIGNS_LEFT_OUT = 3;
