/** Why a line cannot be imported. */
export interface LineFault {
  readonly code: string;
  readonly field: string;
  readonly message: string;
}

export const sentencesOf = (faults: readonly LineFault[]): string =>
  [...new Set(faults.map(({ message }) => message))].join(' ');
