import { crc32, inflateSync } from 'node:zlib';

/** Greatest size of a logo's file, and of its sides: it is part of every document. */
export const LOGO_SIZE_MAX_BYTES = 200_000;
export const LOGO_SIDE_MAX_PX = 1_200;

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel by the colour type of a PNG: grey, RGB, palette, grey with alpha, RGB with alpha. */
const PNG_SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const PNG_DEPTHS: readonly number[] = [1, 2, 4, 8];

/** Frames of JPEG that every reader of PDF shows: baseline, extended and progressive. */
const JPEG_FRAMES: readonly number[] = [0xc0, 0xc1, 0xc2];
const JPEG_COMPONENTS: readonly number[] = [1, 3];
const JPEG_SCAN = 0xda;

/**
 * Returns the problem of a file as the logo of a letterhead, in words that follow "The logo"; undefined for an image
 * that can be printed. The whole file is checked, because a broken image would break every document.
 */
export function logoViolation(file: Buffer): string | undefined {
  if (file.length > LOGO_SIZE_MAX_BYTES) return `must have at most ${LOGO_SIZE_MAX_BYTES} bytes`;
  const isPng = file.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE);
  const sides = isPng ? pngSides(file) : jpegSides(file);
  if (!sides) return 'must be a PNG of 8 bits without interlacing or a JPEG of the colours grey or RGB, and complete';
  return sides.every((side) => side >= 1 && side <= LOGO_SIDE_MAX_PX)
    ? undefined
    : `must have at most ${LOGO_SIDE_MAX_PX} pixels on each side`;
}

type Sides = readonly [width: number, height: number];

/** The sides of a PNG whose chunks, checksums and pixels are complete; undefined for any other file. */
function pngSides(file: Buffer): Sides | undefined {
  const chunks = pngChunks(file);
  const header = chunks?.[0];
  if (!chunks || header?.type !== 'IHDR' || header.data.length !== 13 || chunks.at(-1)!.type !== 'IEND')
    return undefined;
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, colour, compression, filter, interlaced] = header.data.subarray(8);
  const samples = PNG_SAMPLES[colour!];
  const isDepthKnown = depth === 8 || (PNG_DEPTHS.includes(depth!) && (colour === 0 || colour === 3));
  if (samples === undefined || !isDepthKnown || compression !== 0 || filter !== 0 || interlaced !== 0) return undefined;
  if (colour === 3 && !chunks.some(({ type }) => type === 'PLTE')) return undefined;
  // The pixels of a larger image are not unpacked.
  if (width < 1 || height < 1 || width > LOGO_SIDE_MAX_PX || height > LOGO_SIDE_MAX_PX) return [width, height];
  const bytes = height * (1 + Math.ceil((width * samples * depth!) / 8));
  return unpackedLength(chunks, bytes) === bytes ? [width, height] : undefined;
}

interface PngChunk {
  type: string;
  data: Buffer;
}

function pngChunks(file: Buffer): PngChunk[] | undefined {
  const chunks: PngChunk[] = [];
  for (let at = PNG_SIGNATURE.length; at < file.length;) {
    if (at + 12 > file.length) return undefined;
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > file.length) return undefined;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return undefined;
    chunks.push({ type: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

/** The length of the unpacked pixels; undefined when they cannot be unpacked or are longer than expected. */
function unpackedLength(chunks: readonly PngChunk[], expectedBytes: number): number | undefined {
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  try {
    return inflateSync(packed, { maxOutputLength: expectedBytes }).length;
  } catch {
    return undefined;
  }
}

/** The sides of a JPEG that has a frame before its scan and an end; undefined for any other file. */
function jpegSides(file: Buffer): Sides | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8 || file.readUInt16BE(file.length - 2) !== 0xffd9)
    return undefined;
  let sides: Sides | undefined;
  for (let at = 2; at + 4 <= file.length;) {
    const marker = file[at + 1]!;
    const length = file.readUInt16BE(at + 2);
    if (file[at] !== 0xff || length < 2 || at + 2 + length > file.length) return undefined;
    if (marker === JPEG_SCAN) return sides;
    if (JPEG_FRAMES.includes(marker)) {
      if (sides || length < 8 || file[at + 4] !== 8 || !JPEG_COMPONENTS.includes(file[at + 9]!)) return undefined;
      sides = [file.readUInt16BE(at + 7), file.readUInt16BE(at + 5)];
    }
    at += 2 + length;
  }
  return undefined;
}
