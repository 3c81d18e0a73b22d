/** Runs a function after React Aria has returned focus from a menu or a dialog that closes, which takes a frame. */
export const afterClose = (run: () => void): void => void requestAnimationFrame(() => requestAnimationFrame(run));
