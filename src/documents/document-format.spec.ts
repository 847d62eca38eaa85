import { formatOf } from './document-format';

describe('formatOf', () => {
  it.each([
    ['%PDF-1.7', 'application/pdf'],
    ['%PDF-', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n\0\0', 'image/png'],
    ['\xff\xd8\xff\xe0', 'image/jpeg'],
    ['\xff\xd8\xff', 'image/jpeg'],
    ['%PDF', undefined],
    [' %PDF-1.7', undefined],
    ['\x89PNG\n\x1a\n', undefined],
    ['\xff\xd8', undefined],
    ['<html>', undefined],
    ['GIF89a', undefined],
    ['', undefined],
  ])('identifies %p as %p', (head, format) => {
    expect(formatOf(Buffer.from(head, 'latin1'))).toBe(format);
  });
});
