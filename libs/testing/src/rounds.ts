/** The rounds of a race. `.ci/run` sets more of them by STOCKBOOK_TEST_ROUNDS. */
export const ROUNDS = Number(process.env['STOCKBOOK_TEST_ROUNDS'] || 8);
