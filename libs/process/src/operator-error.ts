/**
 * An error whose message is logged as it is: it names kinds, ids and counts, and holds no value that a user or a remote
 * side has sent.
 */
export class OperatorError extends Error {}
