import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** Reads the codes of a picture as a scanner does: their kinds with their texts, sorted. */
export async function scan(png: Buffer): Promise<string[]> {
  const wasm = await readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm')));
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer } });
  const found = await readBarcodes(new Uint8Array(png), { formats: ['Code128', 'EAN-13', 'QRCode'], tryHarder: true });
  return found.map(({ format, text }) => `${format} ${text}`).sort();
}
