/** Heap limit in MB: without one, garbage grows with the machine's memory, to twice the process size at the same speed. */
export const NODE_FLAGS: readonly string[] = ['--enable-source-maps', '--max-old-space-size=1024'];
