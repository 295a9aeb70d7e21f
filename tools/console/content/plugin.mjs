/** Gives the pages their content, as modules that are made at build time. */
export const content = () => ({ name: 'stockbook-content' });
