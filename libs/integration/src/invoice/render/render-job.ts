/** A job of a render thread. */
export type RenderJob =
  | { readonly kind: 'html'; readonly template: string; readonly document: object }
  | { readonly kind: 'pdf'; readonly html: string };

/** `fault` completes a sentence about the template; `error` is for the log. */
export interface Rendered {
  readonly content?: string;
  readonly fault?: string;
  readonly error?: string;
}
