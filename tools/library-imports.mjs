/** Specs, fixtures and conformance tests import the whole system, so they do not show what a library stands on. */
export const isRunTimeSource = (file) => /(?<!\.(spec|fixture|conformance))\.ts$/.test(file);

/** Returns the names of the libraries that a source imports, as `@stockbook/rpc`. */
export const librariesIn = (text) => [
  ...new Set([...text.matchAll(/\b(?:from|import\()\s*'(@stockbook\/[^/']+)/g)].map(([, name]) => name)),
];
