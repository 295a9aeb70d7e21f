import type { ReactNode } from 'react';

/** Holds a table that may be wider than the screen. The keyboard scrolls what has the focus. */
export const Wide = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="wide" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
);
