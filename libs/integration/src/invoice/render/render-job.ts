/** A job of a render thread: a document through a template, and the PDF of it where that is wanted. */
export interface RenderJob {
  readonly format: 'html' | 'pdf';
  readonly template: string;
  readonly document: object;
}

/** A bundle holds this file in a chunk beside the thread's, because apps and the thread import it. */
export const RENDER_THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './render-thread.ts' : './render-thread.js',
  import.meta.url,
);

export const LOAD_PDF = 'load-pdf';

/** `fault` completes a sentence about the template; `error` is for the log. */
export interface Rendered {
  readonly content?: string;
  readonly fault?: string;
  readonly error?: object;
}
