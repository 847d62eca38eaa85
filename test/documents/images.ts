import { crc32, deflateSync } from 'node:zlib';

interface PngOptions {
  width?: number;
  height?: number;
  /** Colour type of the format: 2 is RGB, 6 RGB with alpha. */
  colour?: 2 | 6;
  interlaced?: boolean;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A complete PNG of one colour. */
export function pngImage({ width = 40, height = 20, colour = 6, interlaced = false }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, colour, 0, 0, interlaced ? 1 : 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(width * (colour === 6 ? 4 : 3), 0x60)]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: height }, () => line)));
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

/** The parts of a JPEG that its reader needs to know its sides; its scan has no pixels. */
export function jpegImage({ width = 40, height = 20, components = 3 } = {}): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 8 + 3 * components, 8, 0, 0, 0, 0, components]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const described = Buffer.alloc(3 * components, 0x11);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), frame, described, Buffer.from([0xff, 0xda, 0, 2, 0, 0xff, 0xd9])]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
