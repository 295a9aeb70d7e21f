import { useEffect } from 'react';

export interface PageSize {
  readonly width_mm: number;
  readonly height_mm: number;
  readonly margin_mm?: number;
}

export const A4: PageSize = { width_mm: 210, height_mm: 297, margin_mm: 12 };
export const A4_SHEET: PageSize = { width_mm: 210, height_mm: 297 };

/** Sets the size of printed pages while a component is there. The security policy refuses a style element for it. */
export function usePageSize({ width_mm, height_mm, margin_mm = 0 }: PageSize): void {
  useEffect(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`@page { size: ${width_mm}mm ${height_mm}mm; margin: ${margin_mm}mm; }`);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet);
    };
  }, [width_mm, height_mm, margin_mm]);
}
