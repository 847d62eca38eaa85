import { isMetadataValue, METADATA_MAX_DEPTH, metadataText } from './metadata-value';

/** Arrays or objects nested this many levels deep. */
const nested = (levels: number, open: string, close: string): unknown =>
  JSON.parse(`${open.repeat(levels)}0${close.repeat(levels)}`);

describe('isMetadataValue', () => {
  it.each<[unknown]>([[{}], [[]], [{ a: { b: [1, null, true, 'x'] } }], [[[[]]]]])('accepts %j', (value) => {
    expect(isMetadataValue(value)).toBe(true);
  });

  it.each<[unknown]>([[null], [undefined], ['{}'], [5], [true]])('refuses %j', (value) => {
    expect(isMetadataValue(value)).toBe(false);
  });

  it.each([
    ['[', ']'],
    ['{"a":', '}'],
    ['[{"a":', '}]'],
  ])('accepts at most 32 levels of %s', (open, close) => {
    const levels = METADATA_MAX_DEPTH / (open.startsWith('[{') ? 2 : 1);
    expect(isMetadataValue(nested(levels, open, close))).toBe(true);
    expect(isMetadataValue(nested(levels + 1, open, close))).toBe(false);
  });

  it('checks the depth of every member', () => {
    expect(isMetadataValue({ first: 1, last: nested(METADATA_MAX_DEPTH, '[', ']') })).toBe(false);
  });
});

describe('metadataText', () => {
  it('counts UTF-8 bytes of the shortest text', () => {
    expect(metadataText({ a: 'é€😀', b: [1.0, 2.5] })).toEqual({
      text: '{"a":"é€😀","b":[1,2.5]}',
      sizeBytes: 6 + 9 + 14,
    });
  });

  it.each([0.1, 1e21, Number.MIN_VALUE, Number.MAX_VALUE, 2 ** 53, -123456789.12345679])(
    'keeps the double %p',
    (number) => {
      expect(JSON.parse(metadataText([number]).text)).toEqual([number]);
    },
  );
});
