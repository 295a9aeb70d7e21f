import { inflateSync } from 'node:zlib';
import { blocksOf } from './html-blocks.js';
import { pdfOf } from './pdf.js';

/** Returns the ids of the glyphs on the pages of a PDF; 0000 is a character that the font does not have. */
function glyphsOf(pdf: Buffer): string[] {
  const streams = pdf.toString('latin1').matchAll(/FlateDecode[^>]*>>\nstream\n([\s\S]*?)\nendstream/g);
  const contents = [...streams].map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'));
  const pages = contents.filter((content) => content.includes(' TJ\n'));
  return pages.flatMap((page) =>
    [...page.matchAll(/<([\da-f]+)>/g)].flatMap(([, ids = '']) => ids.match(/.{4}/g) ?? []),
  );
}

test('headings, paragraphs, lists and tables keep their texts and their styles', () => {
  expect(blocksOf('<h1>Invoice</h1><p align="right">To <b>Ada</b><br>London</p><ul><li>one</li></ul>')).toMatchObject([
    { text: [{ text: 'Invoice' }], fontSize: 18, bold: true },
    { text: [{ text: 'To ' }, { text: 'Ada', bold: true }, { text: '\n' }, { text: 'London' }], alignment: 'right' },
    { ul: [{ stack: [{ text: [{ text: 'one' }] }] }] },
  ]);
  const [table] = blocksOf(
    '<table><thead><tr><th width="20%">#</th><th>Item</th></tr></thead>' +
      '<tr><td colspan="2" style="color: #f00">Mug</td></tr></table>',
  );
  expect(table).toMatchObject({
    table: {
      headerRows: 1,
      widths: ['20%', '*'],
      body: [
        [{ bold: true }, { bold: true }],
        [{ colSpan: 2, stack: [{ color: '#f00' }] }, ''],
      ],
    },
  });
});

test('a column is as wide as its numbers, and a long word leaves the other columns on the page', () => {
  const [table] = blocksOf(`<table><tr><td>${'x'.repeat(50)}<td style="width: auto">1,234,567.00</table>`);
  const [x24, gap] = ['x'.repeat(24), '\u200b'];
  expect(table).toMatchObject({
    table: {
      widths: ['*', 'auto'],
      dontBreakRows: true,
      body: [[{ text: [{ text: [x24, x24, 'xx'].join(gap) }] }, { text: [{ text: '1,234,567.00' }] }]],
    },
  });
});

test('blocks inside of inline elements stay blocks, in the style of these', () => {
  const [table] = blocksOf('<center><table><tr><td>Mug</td><td>9.90</td></tr></table></center>');
  expect(table).toMatchObject({ table: { body: [[{ text: [{ text: 'Mug' }] }, { text: [{ text: '9.90' }] }]] } });
  expect(blocksOf('To <b>Ada<p>London</p><p>Paris</p></b>')).toMatchObject([
    { text: [{ text: 'To ' }] },
    { text: [{ text: 'Ada' }], bold: true },
    { text: [{ text: 'London' }], bold: true },
    { text: [{ text: 'Paris' }], bold: true },
  ]);
});

test('a PDF leaves out all that its HTML loads or runs', () => {
  const html =
    '<head><title>x</title></head><img src="file:///etc/passwd"><script>x</script><style>x</style><svg><p>x</p></svg>';
  expect(blocksOf(html)).toEqual([]);
});

test.each([
  '<table></table>',
  '<table><tr></tr></table>',
  '<table><thead><tr><th>a</th></tr></thead></table>',
  '<table><tr><td>a<td>b</tr><tr><td colspan="9999">c</tr><tr></tr></table>',
  '<table><tr><td>a<td colspan="50">b</tr><tr><td colspan="1.5">c<td colspan="-1">d</tr></table>',
  '<p style="font-size: 1.2.3px">a<b style="font-size: .px">b</b></p>',
  '<table><tr><td rowspan="3">a<td width="9999">b</tr></table>',
  '<p style="color: none; font-size: 999999px; text-align: evil">a</p>',
  '<li>a<table><tr><td><ul><li>b</ul></td></tr></table>',
  '</p></table>',
])('%s is a PDF', async (html) => {
  expect((await pdfOf(html)).subarray(0, 5).toString()).toBe('%PDF-');
});

test('the font has Latin, Vietnamese, Greek, Cyrillic, Armenian and Georgian letters', async () => {
  const known = glyphsOf(await pdfOf('Žluťoučký Đào Ελένη Щедрость Հայ ქართული ₫ € ₴'));
  expect(known.length).toBeGreaterThan(30);
  expect(known).not.toContain('0000');
  expect(glyphsOf(await pdfOf('漢字'))).toContain('0000');
});
