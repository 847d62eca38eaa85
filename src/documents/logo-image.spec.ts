import { jpegImage, pngImage } from '../../test/documents/images';
import { LOGO_SIDE_MAX_PX, LOGO_SIZE_MAX_BYTES, logoViolation } from './logo-image';

const FORMAT = /^must be a PNG/;

function changed(file: Buffer, at: number, byte: number): Buffer {
  const copy = Buffer.from(file);
  copy[at] = byte;
  return copy;
}

describe('logoViolation', () => {
  it.each([
    ['a PNG with alpha', pngImage()],
    ['a PNG in RGB', pngImage({ colour: 2 })],
    ['a PNG of the greatest size', pngImage({ width: LOGO_SIDE_MAX_PX, height: LOGO_SIDE_MAX_PX })],
    ['a JPEG in RGB', jpegImage()],
    ['a JPEG in grey', jpegImage({ components: 1 })],
  ])('accepts %s', (_, file) => {
    expect(logoViolation(file)).toBeUndefined();
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a PDF', Buffer.from('%PDF-1.7')],
    ['a PNG that is interlaced', pngImage({ interlaced: true })],
    ['a PNG that is cut', pngImage().subarray(0, -8)],
    ['a PNG with text after its end', Buffer.concat([pngImage(), Buffer.from('<script>')])],
    ['a PNG with a wrong checksum', changed(pngImage(), pngImage().length - 14, pngImage().at(-14)! ^ 1)],
    ['a JPEG in CMYK', jpegImage({ components: 4 })],
    ['a JPEG without an end', jpegImage().subarray(0, -2)],
    ['a JPEG of lossless coding', changed(jpegImage(), 3, 0xc3)],
  ])('refuses %s', (_, file) => {
    expect(logoViolation(file)).toMatch(FORMAT);
  });

  it('refuses a PNG whose pixels are more than its header says, without unpacking them all', () => {
    const small = pngImage({ width: 1, height: 1 });
    const large = pngImage({ width: 1_000, height: 1_000 });
    // The header of the small one before the pixels of the large one.
    expect(logoViolation(Buffer.concat([small.subarray(0, 33), large.subarray(33)]))).toMatch(FORMAT);
  });

  it.each([
    ['a wide PNG', pngImage({ width: LOGO_SIDE_MAX_PX + 1 })],
    ['a high JPEG', jpegImage({ height: LOGO_SIDE_MAX_PX + 1 })],
    ['a JPEG without height', jpegImage({ height: 0 })],
  ])('refuses %s', (_, file) => {
    expect(logoViolation(file)).toBe('must have at most 1200 pixels on each side');
  });

  it('refuses a file that is too large before it reads it', () => {
    expect(logoViolation(Buffer.alloc(LOGO_SIZE_MAX_BYTES + 1))).toBe('must have at most 200000 bytes');
  });
});
