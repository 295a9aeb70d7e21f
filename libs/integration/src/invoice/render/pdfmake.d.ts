/** The own types of pdfmake refer to those of browsers, which would then hold in all of the repository. */
declare module 'pdfmake' {
  export type Alignment = 'left' | 'right' | 'center' | 'justify';
  export interface Style {
    font?: string;
    fontSize?: number;
    bold?: boolean;
    italics?: boolean;
    color?: string;
    decoration?: 'underline';
    alignment?: Alignment;
    margin?: [left: number, top: number, right: number, bottom: number];
  }
  interface Line {
    type: 'line';
    x1: number;
    y1: number;
    x2: number;
    y2: number;
    lineWidth: number;
  }
  interface Table {
    headerRows: number;
    dontBreakRows: boolean;
    widths: (string | number)[];
    body: TableCell[][];
  }
  export type Content = Style &
    (
      | { text: string | Content[] }
      | { stack: Content[] }
      | { ul: Content[] }
      | { ol: Content[] }
      | { canvas: Line[] }
      | { table: Table; layout?: string }
    );
  export type TableCell = '' | (Content & { colSpan?: number });

  interface Definition {
    content: Content[];
    defaultStyle: Style;
    pageMargins: [left: number, top: number, right: number, bottom: number];
    footer: (page: number, pages: number) => Content;
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void;
    setUrlAccessPolicy(mayRead: (url: string) => boolean): void;
    setLocalAccessPolicy(mayRead: (path: string) => boolean): void;
    createPdf(definition: Definition): { getBuffer(): Promise<Buffer> };
  };
  export default pdfmake;
}
