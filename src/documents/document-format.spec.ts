import { formatOf, isNameOf, savedName } from './document-format';

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

describe('isNameOf', () => {
  it.each([
    ['a.pdf', 'application/pdf', true],
    ['A.PDF', 'application/pdf', true],
    ['a.png', 'application/pdf', false],
    ['scan.bin', 'application/pdf', true],
    ['a.pdf.png', 'application/pdf', false],
    ['photo.jpeg', 'image/jpeg', true],
    ['photo.JPG', 'image/jpeg', true],
    ['photo.jpg', 'image/png', false],
    ['Statement 12.2026', 'application/pdf', true],
    ['licence', 'image/png', true],
    ['a.png ', 'application/pdf', false],
  ] as const)('of %s and %s is %s', (name, mimeType, expected) => {
    expect(isNameOf(name, mimeType)).toBe(expected);
  });
});

describe('savedName', () => {
  it.each([
    ['a.pdf', 'application/pdf', 'a.pdf'],
    ['A.PDF', 'application/pdf', 'A.PDF'],
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['licence', 'image/png', 'licence.png'],
    ['Statement 12.2026', 'application/pdf', 'Statement 12.2026.pdf'],
    ['payslip.hta', 'application/pdf', 'payslip.hta.pdf'],
    ['a.png.exe', 'image/png', 'a.png.exe.png'],
    ['a.pdf.', 'application/pdf', 'a.pdf..pdf'],
    ['a.bat ', 'image/jpeg', 'a.bat.jpg'],
    ['.png', 'image/png', '.png'],
  ] as const)('of %p as %s is %p', (name, mimeType, expected) => {
    expect(savedName(name, mimeType)).toBe(expected);
  });
});
