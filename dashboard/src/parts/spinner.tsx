/** Shows that something is in progress. The element around it says what. */
export const Spinner = () => <span className="spinner" aria-hidden />;
