/** The compiler drops types, so the lines below have other numbers in the compiled module. */
interface Dropped {
  readonly line: number;
}

test('a stack trace names the line of the source', () => {
  const dropped: Dropped = { line: 8 };
  expect(new Error('here').stack).toContain(`tools/stack-traces.spec.ts:${dropped.line}:`);
});

test('the globals hold the tests of one spec file alone', () => {
  const states = Object.getOwnPropertySymbols(globalThis).filter(({ description }) =>
    /JEST_STATE/.test(`${description}`),
  );
  expect(states).toHaveLength(1);
});
