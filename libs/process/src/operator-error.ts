/** Its message is logged as it is, and holds no value that a user or a remote side has sent. */
export class OperatorError extends Error {}
