import pdfmake from 'pdfmake';
import { fileURLToPath } from 'node:url';
import { blocksOf } from './html-blocks.js';

const fontFile = (name: string) => fileURLToPath(import.meta.resolve(`dejavu-fonts-ttf/ttf/${name}.ttf`));
const FONTS = {
  DejaVu: {
    normal: fontFile('DejaVuSans'),
    bold: fontFile('DejaVuSans-Bold'),
    italics: fontFile('DejaVuSans-Oblique'),
    bolditalics: fontFile('DejaVuSans-BoldOblique'),
  },
};
pdfmake.setFonts(FONTS);
pdfmake.setUrlAccessPolicy(() => false);
pdfmake.setLocalAccessPolicy((path) => Object.values(FONTS.DejaVu).includes(path));

/** Returns the PDF of an HTML text, on A4 pages with their numbers. It reads nothing but the text and the fonts. */
export const pdfOf = (html: string): Promise<Buffer> =>
  pdfmake
    .createPdf({
      content: blocksOf(html),
      defaultStyle: { font: 'DejaVu', fontSize: 9 },
      pageMargins: [40, 40, 40, 50],
      footer: (page, pages) => ({
        text: `${page} / ${pages}`,
        alignment: 'center',
        fontSize: 7,
        margin: [0, 20, 0, 0],
      }),
    })
    .getBuffer();
