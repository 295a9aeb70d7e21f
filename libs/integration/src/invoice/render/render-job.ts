/** A job of a render thread: a document through a template, and the PDF of it where that is wanted. */
export interface RenderJob {
  readonly format: 'html' | 'pdf';
  readonly template: string;
  readonly document: object;
}

/** Asks a render thread to load what only PDFs need. */
export const LOAD_PDF = 'load-pdf';

/** `fault` completes a sentence about the template; `error` is for the log. */
export interface Rendered {
  readonly content?: string;
  readonly fault?: string;
  readonly error?: object;
}
