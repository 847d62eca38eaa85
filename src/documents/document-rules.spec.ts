import { isEntityReference, isFileName } from './document-rules';

describe('isFileName', () => {
  it.each(['passport.pdf', 'a', 'Adé Òkè (1).pdf', 'x'.repeat(250), '...'])('accepts the file name %p', (name) =>
    expect(isFileName(name)).toBe(true),
  );
  it.each([
    '',
    '  ',
    '.',
    '..',
    'a/b',
    'a\\b',
    '/',
    'a\nb',
    'a\0',
    'a\u0085',
    '\u200b',
    'a\u202egnp.exe',
    'x'.repeat(251),
    5,
    null,
    undefined,
  ])('refuses %p', (name) => expect(isFileName(name)).toBe(false));
});

describe('isEntityReference', () => {
  it.each([1, Number.MAX_SAFE_INTEGER, '1', '0123456789', 'c0ffee'])('accepts the reference %p', (value) =>
    expect(isEntityReference(value)).toBe(true),
  );
  it.each([0, -1, 1.5, 2 ** 53, NaN, '', 'x'.repeat(101), null, undefined, ['1'], {}])(
    'refuses the reference %p',
    (value) => expect(isEntityReference(value)).toBe(false),
  );
});
