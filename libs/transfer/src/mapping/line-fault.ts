/** Why a line cannot be imported. */
export interface LineFault {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}
