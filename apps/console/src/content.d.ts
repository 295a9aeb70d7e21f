declare module 'content:contents' {
  const contents: import('./docs/content.js').Contents;
  export default contents;
}

declare module 'content:loaders' {
  type Loaders<T> = Readonly<Record<string, () => Promise<{ readonly default: T }>>>;
  export const guides: Loaders<readonly import('./docs/content.js').Block[]>;
  export const resources: Loaders<import('./docs/content.js').Resource>;
  export const files: Loaders<string>;
  export const search: () => Promise<{ readonly default: readonly import('./docs/content.js').SearchEntry[] }>;
}

declare module '*.css';

declare module '*.wasm?url' {
  const address: string;
  export default address;
}
