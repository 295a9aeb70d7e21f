/** Finds the codes in a picture. */
export type ReadCodes = (picture: HTMLVideoElement) => Promise<readonly string[]>;

const FORMATS = ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'itf', 'qr_code', 'data_matrix'] as const;

interface NativeDetector {
  new (options: { formats: string[] }): { detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]> };
  getSupportedFormats(): Promise<string[]>;
}

/** Takes the reader of the browser, or loads one where the browser has none. */
export async function openReader(): Promise<ReadCodes> {
  const native: NativeDetector | undefined = Reflect.get(globalThis, 'BarcodeDetector');
  const supported = (await native?.getSupportedFormats().catch(() => [])) ?? [];
  const formats = FORMATS.filter((format) => supported.includes(format));
  const detector = native && formats.includes('ean_13') ? new native({ formats }) : await loadedDetector();
  return async (picture) => (await detector.detect(picture)).map(({ rawValue }) => rawValue);
}

async function loadedDetector() {
  const [{ BarcodeDetector, prepareZXingModule }, { default: file }] = await Promise.all([
    import('barcode-detector/ponyfill'),
    import('zxing-wasm/reader/zxing_reader.wasm?url'),
  ]);
  // The file comes from this server; the library would take it from elsewhere.
  prepareZXingModule({ overrides: { locateFile: () => file } });
  return new BarcodeDetector({ formats: [...FORMATS] });
}
