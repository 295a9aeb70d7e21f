/**
 * The heap limit is in MB: without one, garbage grows with the machine's memory, to twice the process size at the same
 * speed. Node 24 warns of a timer of kafkajs that is due already.
 */
export const NODE_FLAGS: readonly string[] = [
  '--enable-source-maps',
  '--disable-warning=TimeoutNegativeWarning',
  '--max-old-space-size=1024',
];
