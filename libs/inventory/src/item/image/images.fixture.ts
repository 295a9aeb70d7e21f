import sharp from 'sharp';
import { crc32, deflateSync } from 'node:zlib';

const MEBIBYTE = 1_048_576;
const SIGNATURE = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);

export function chunk(type: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Returns a PNG of black pixels with other chunks before its pixels; `pixels` may be fewer than the head promises. */
export function pngOf(width: number, height: number, others: readonly Buffer[] = [], pixels = (width + 1) * height) {
  const head = Buffer.from('0000000000000000080000000000'.slice(0, 26), 'hex');
  head.writeUInt32BE(width);
  head.writeUInt32BE(height, 4);
  const parts = [chunk('IHDR', head), ...others, chunk('IDAT', deflateSync(Buffer.alloc(pixels))), chunk('IEND')];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** Returns texts of a PNG that take 40 MiB each, and 40 KB in the file. */
export function inflatingTexts(count: number): Buffer[] {
  const text = deflateSync(Buffer.alloc(40 * MEBIBYTE), { level: 9 });
  return Array.from({ length: count }, (_, i) => chunk('zTXt', Buffer.concat([Buffer.from(`${i}\0\0`), text])));
}

/** Draws three columns: red, green and blue. */
export const stripes = (width = 30, height = 10) =>
  sharp(Buffer.from('ff000000ff000000ff', 'hex'), { raw: { width: 3, height: 1, channels: 3 } }).resize(width, height, {
    kernel: 'nearest',
    fit: 'fill',
  });

/**
 * Returns a WebP of 1,024 x 1,024 pixels and 300 KB with as many groups of prefix codes as the format can name. Their
 * tables take 350 MiB, where encoders make a few hundred groups.
 */
export function webpOfCodes(): Buffer {
  const bits = new Bits();
  const oneSymbol = () => bits.put(1, 1).put(0, 3);
  /** Writes codes of 8 bits for the first 256 symbols, and none for `others`. */
  const bytes = (others: number) => {
    bits.put(0, 1).put(8, 4);
    for (const length of CODE_LENGTHS) bits.put(length === 0 || length === 8 ? 1 : 0, 3);
    bits.put(0, 1);
    for (let symbol = 0; symbol < 256; symbol++) bits.put(1, 1);
    bits.put(0, others);
  };
  bits.put(0x2f, 8).put(1_023, 14).put(1_023, 14).put(0, 4);
  // The image has no transform and no cache of colours. An image of its own numbers the groups of its blocks of 4 x 4
  // pixels, in green and red.
  bits.put(0, 2).put(1, 1).put(0, 3).put(0, 1);
  bytes(24);
  bytes(0);
  for (let n = 0; n < 3; n++) oneSymbol();
  for (let group = 0; group < 65_536; group++) bits.put(group, 16);
  for (let n = 0; n < 5 * 65_536; n++) oneSymbol();
  const data = bits.end();
  const head = Buffer.from('RIFF....WEBPVP8L....');
  head.writeUInt32LE(12 + data.length, 4);
  head.writeUInt32LE(data.length, 16);
  return Buffer.concat([head, data]);
}

/** The order in which the format lists the lengths of codes. */
const CODE_LENGTHS = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8];

/** Packs numbers of some bits, the lowest first. */
class Bits {
  private readonly bytes: number[] = [];
  private last = 0;
  private used = 0;

  put(value: number, count: number): this {
    for (let bit = 0; bit < count; bit++) {
      this.last |= ((value >> bit) & 1) << this.used++;
      if (this.used === 8) this.next();
    }
    return this;
  }

  /** Returns an even number of bytes. */
  end(): Buffer {
    if (this.used) this.next();
    if (this.bytes.length % 2) this.next();
    return Buffer.from(this.bytes);
  }

  private next(): void {
    this.bytes.push(this.last);
    this.last = this.used = 0;
  }
}
